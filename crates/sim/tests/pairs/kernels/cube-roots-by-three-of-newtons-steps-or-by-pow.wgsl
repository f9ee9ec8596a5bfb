// name = "cube roots by three of Newton's steps, or by pow"
// source = "count: three reciprocals and 18 to 36 other instructions against a logarithm and an exponential, and 1 to 6: 6 to 10 clocks a subgroup against 4 on 8.6 (CUDA C++ Programming Guide, arithmetic throughput), 5.5 against 2 on rdna3"
// range = { "ampere-8.6" = [1.3, 2.6], "rdna3" = [1.8, 3.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn cube_root(a: f32) -> f32 {
  var x = bitcast<f32>(bitcast<u32>(a) / 3u + 709921077u);
  x = (2.0 * x + a / (x * x)) * 0.33333334;
  x = (2.0 * x + a / (x * x)) * 0.33333334;
  x = (2.0 * x + a / (x * x)) * 0.33333334;
  return x;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var i = 0u; i < 32u; i++) { x = cube_root(x) + 1.5; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var i = 0u; i < 32u; i++) { x = pow(x, 0.33333334) + 1.5; }
  output[id.x] = x;
}
