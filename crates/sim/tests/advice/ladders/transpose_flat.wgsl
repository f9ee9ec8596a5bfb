// steps: flat alone tiled
// next: tile, smaller-workgroups
// best: tiled
// flat: 16384
// alone: 64 64
// tiled: 64 64
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
@compute @workgroup_size(256) fn flat(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x % N * N + id.x / N];
}
// All lanes that a workgroup may have: most units hold one such workgroup.
var<workgroup> rows: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 32)
fn alone(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  rows[local.y][local.x] = input[(group.y * 32u + local.y) * N + group.x * 32u + local.x];
  workgroupBarrier();
  output[(group.x * 32u + local.y) * N + group.y * 32u + local.x] = rows[local.x][local.y];
}
@compute @workgroup_size(32, 8)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    rows[j][local.x] = input[(group.y * 32u + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + j) * N + group.y * 32u + local.x] = rows[local.x][j];
  }
}
