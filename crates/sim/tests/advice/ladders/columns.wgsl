// steps: alone together
// next: share-loop
// best: together
// alone: 8
// together: 32 16
// buffers: 4194304 32768
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

// The sums of a matrix's columns: one for each invocation ...
const N = 2048u;
@compute @workgroup_size(256) fn alone(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var row = 0u; row < N; row++) { sum += matrix[row * N + id.x]; }
  sums[id.x] = sum;
}
// ... or a part of one.
var<workgroup> parts: array<array<f32, 64>, 4>;
@compute @workgroup_size(64, 4) fn together(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
) {
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += matrix[(group.y * 128u + k * 4u + local.y) * N + id.x]; }
  parts[local.y][local.x] = sum;
  workgroupBarrier();
  if local.y == 0u {
    sums[group.y * N + id.x] = (parts[0][local.x] + parts[1][local.x]) + (parts[2][local.x] + parts[3][local.x]);
  }
}
