// name = "97 workgroups of 1024, or 96"
// source = "count (NVIDIA, Matrix Multiplication Background, wave quantisation): the busiest of 30 units has four in both; of 48 units three against two, 1.5"
// range = { "ampere-8.6" = [0.98, 1.1], "rdna3" = [1.3, 1.55] }
// long = true
// slow = [97, 1, 1]
// fast = [96, 1, 1]
// buffers = [397312]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn work(x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < 1024u; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
