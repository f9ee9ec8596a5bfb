// suggests: store-once
// figure: global_requests
// untold: stored-again
// before: 60
// after: 60
// buffers: 122888 15360
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const LANES = 15360u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 32u; k++) { output[id.x] += input[(k * LANES + id.x) % 122888u]; }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var sum = output[id.x];
  for (var k = 0u; k < 32u; k++) { sum += input[(k * LANES + id.x) % 122888u]; }
  output[id.x] = sum;
}
