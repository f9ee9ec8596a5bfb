// suggests: smaller-workgroups
// figure: estimated
// before: 64 64
// after: 64 64
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
var<workgroup> tile: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 32) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  tile[local.y][local.x] = input[(group.y * 32u + local.y) * N + group.x * 32u + local.x];
  workgroupBarrier();
  output[(group.x * 32u + local.y) * N + group.y * 32u + local.x] = tile[local.x][local.y];
}
@compute @workgroup_size(32, 8) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    tile[j][local.x] = input[(group.y * 32u + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + j) * N + group.y * 32u + local.x] = tile[local.x][j];
  }
}
