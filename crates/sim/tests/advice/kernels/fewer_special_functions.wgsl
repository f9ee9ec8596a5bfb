// suggests: fewer-special-functions
// figure: estimated
// before: 480
// after: 480
// buffers: 122880 122880
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += exp2(x - f32(k)); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var term = exp2(input[id.x]);
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += term; term *= 0.5; }
  output[id.x] = sum;
}
