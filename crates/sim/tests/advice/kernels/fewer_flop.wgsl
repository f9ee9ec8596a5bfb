// suggests: fewer-flop
// figure: flop
// before: 480
// after: 480
// buffers: 122880 122880
// results: other, it rounds otherwise
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x] * 0.0625;
  var sum = 0.0;
  // 1 + x + ... + x^256 by Horner, in steps of one.
  for (var k = 0u; k < 8u; k++) {
    for (var j = 0u; j < 32u; j++) { sum = fma(sum, x, 1.0); }
  }
  output[id.x] = fma(sum, x, 1.0);
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x] * 0.0625;
  let x2 = x * x;
  var sum = 0.0;
  for (var k = 0u; k < 4u; k++) {
    for (var j = 0u; j < 32u; j++) { sum = fma(sum, x2, 1.0 + x); }
  }
  output[id.x] = fma(sum, x2, 1.0);
}
