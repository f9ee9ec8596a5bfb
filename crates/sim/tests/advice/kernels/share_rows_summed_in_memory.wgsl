// suggests: interleave
// figure: global_sectors
// unsaid: stage a tile in workgroup memory: load it along its rows
// before: 4
// after: 1024
// buffers: 1048576 1024 1024
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vector: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;

// The sum stands in memory: neighbouring lanes store side by side, but go along no row.
const N = 1024u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  product[id.x] = 0.0;
  for (var k = 0u; k < N; k++) { product[id.x] += matrix[id.x * N + k] * vector[k]; }
}
var<workgroup> parts: array<f32, 256>;
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var part = 0.0;
  for (var k = lane; k < N; k += 256u) { part += matrix[group.x * N + k] * vector[k]; }
  parts[lane] = part;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { product[group.x] = parts[0]; }
}
