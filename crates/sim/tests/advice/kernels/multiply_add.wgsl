// suggests: fewer-instructions
// figure: float_instructions
// before: 480
// after: 480
// buffers: 122880 122880
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var y = vec4f(x);
  for (var k = 0u; k < 64u; k++) { y = y * vec4f(0.5) + vec4f(1.0, 2.0, 3.0, 4.0); }
  output[id.x] = y.x + y.y + y.z + y.w;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var y = vec4f(x);
  for (var k = 0u; k < 64u; k++) { y = fma(y, vec4f(0.5), vec4f(1.0, 2.0, 3.0, 4.0)); }
  output[id.x] = y.x + y.y + y.z + y.w;
}
