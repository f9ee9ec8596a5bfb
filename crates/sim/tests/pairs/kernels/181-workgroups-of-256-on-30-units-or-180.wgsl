// name = "181 workgroups of 256 on 30 units, or 180"
// source = "counting: six a unit at once, and the last one alone, whose two subgroups a scheduler wait four clocks a step: 16 for 12 (NVIDIA, Matrix Multiplication Background, wave quantization)"
// range = { "ampere-8.6" = [1.15, 1.5] }
// long = true
// slow = [181, 1, 1]
// fast = [180, 1, 1]
// buffers = [4, 185344]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
override STEPS = 16384;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var i = 0; i < STEPS; i++) { x = fma(x, 0.9997, 0.25); }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var i = 0; i < STEPS; i++) { x = fma(x, 0.9997, 0.25); }
  output[id.x] = x;
}
