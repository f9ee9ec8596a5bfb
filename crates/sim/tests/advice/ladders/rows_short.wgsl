// steps: alone tiled
// next: interleave|tile
// best: tiled
// alone: 256
// tiled: 1024
// buffers: 4194304 64 65536
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vector: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;

// A matrix with short rows times a vector: a row for each invocation ...
const N = 64u;
@compute @workgroup_size(256) fn alone(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += matrix[id.x * N + k] * vector[k]; }
  product[id.x] = sum;
}
// ... from a tile, which is loaded along the rows.
var<workgroup> tile: array<array<f32, 65>, 64>;
@compute @workgroup_size(64) fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var row = 0u; row < N; row++) { tile[row][lane] = matrix[(group.x * N + row) * N + lane]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += tile[lane][k] * vector[k]; }
  product[group.x * N + lane] = sum;
}
