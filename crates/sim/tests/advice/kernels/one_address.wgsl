// suggests: one-address
// figure: estimated
// before: 240
// after: 240
// buffers: 256 61440
@group(0) @binding(0) var<uniform> constants: array<vec4<f32>, 64>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += constants[(lane + k) % 64u].x; }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum += constants[k].x; }
  output[group.x * 256u + lane] = sum;
}
