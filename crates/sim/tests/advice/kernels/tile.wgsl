// suggests: tile
// figure: global_sectors
// before: 15 16
// after: 15 16
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const ROWS = 512u;
const COLUMNS = 480u;
var<workgroup> tile: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 8) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    let row = group.y * 32u + j;
    let column = group.x * 32u + local.x;
    output[column * ROWS + row] = input[row * COLUMNS + column];
  }
}
@compute @workgroup_size(32, 8) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    tile[j][local.x] = input[(group.y * 32u + j) * COLUMNS + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + j) * ROWS + group.y * 32u + local.x] = tile[local.x][j];
  }
}
