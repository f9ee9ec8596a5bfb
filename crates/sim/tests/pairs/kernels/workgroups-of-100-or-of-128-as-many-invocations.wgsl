// name = "workgroups of 100, or of 128: as many invocations"
// source = "CUDA C++ Best Practices Guide, thread and block heuristics: a multiple of the warp size; 128 lanes are taken by 100"
// range = { "ampere-8.6" = [1.2, 1.4], "rdna3" = [1.15, 1.4] }
// slow = [3840, 1, 1]
// fast = [3000, 1, 1]
// buffers = [4, 1536000]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(start: u32) -> f32 {
  var v = vec2f(f32(start), 1.0);
  for (var i = 0u; i < 1024u; i++) { v = fma(v, vec2f(0.999), vec2f(0.5)); }
  return v.x + v.y;
}
@compute @workgroup_size(100) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
