// name = "45 workgroups of 1024, or 60 with three quarters of the work each"
// source = "count: a unit of 8.6 holds one of 1024, so two rounds in both, of 1 and of 0.75 (NVIDIA, Matrix Multiplication Background, wave quantisation); rdna3's 48 units have one each, or twelve of them two: 1 against 1.5"
// range = { "ampere-8.6" = [1.2, 1.4], "rdna3" = [0.6, 0.85] }
// long = true
// slow = [45, 1, 1]
// fast = [60, 1, 1]
// buffers = [245760]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn work(x: u32, passes: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < passes; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x, 2048u); }
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x, 1536u); }
