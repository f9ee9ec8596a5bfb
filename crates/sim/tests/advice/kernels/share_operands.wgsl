// suggests: share-operands
// figure: estimated
// before: 480
// after: 480
// buffers: 491520 122880
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn three(x: f32, y: f32, z: f32) -> f32 {
  var a = x;
  for (var k = 0u; k < 128u; k++) { a = fma(y, z, a); a = fma(y, z, a); a = fma(y, z, a); a = fma(y, z, a); }
  return a;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = three(input[id.x], input[id.x + 122880u] * 0.5, input[id.x + 245760u]);
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var a = input[id.x];
  let yz = input[id.x + 122880u] * 0.5 * input[id.x + 245760u];
  for (var k = 0u; k < 128u; k++) { a = fma(yz, 1.0, a); a = fma(yz, 1.0, a); a = fma(yz, 1.0, a); a = fma(yz, 1.0, a); }
  output[id.x] = a;
}
