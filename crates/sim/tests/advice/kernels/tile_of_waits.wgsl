// suggests: reuse-loads
// figure: estimated
// before: 1024
// after: 1024
// buffers: 262144 262144
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

// Running sums of 256: each invocation adds up again what those before it added up, load after load.
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k <= lane; k++) { sum += input[id.x - lane + k]; }
  sums[id.x] = sum;
}
var<workgroup> tile: array<f32, 256>;
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = input[id.x];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k <= lane; k++) { sum += tile[k]; }
  sums[id.x] = sum;
}
