// suggests: constant-indices
// figure: local_requests
// untold: local-memory
// before: 480
// after: 480
// buffers: 122888 30720
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

const LANES = 30720u;
var<workgroup> counts: array<array<u32, 64>, 16>;
@compute @workgroup_size(64) fn before(@builtin(global_invocation_id) id: vec3u) {
  var bins: array<u32, 16>;
  for (var k = 0u; k < 16u; k++) { bins[input[(k * LANES + id.x) % 122888u] % 16u] += 1u; }
  var sum = 0u;
  for (var k = 0u; k < 16u; k++) { sum += k * bins[k]; }
  output[id.x] = sum;
}
@compute @workgroup_size(64) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 16u; k++) { counts[input[(k * LANES + id.x) % 122888u] % 16u][lane] += 1u; }
  var sum = 0u;
  for (var k = 0u; k < 16u; k++) { sum += k * counts[k][lane]; }
  output[id.x] = sum;
}
