// name = "a transpose through a padded tile, or a copy through the same one"
// source = "Harris, An Efficient Matrix Transpose in CUDA C/C++: the padded transpose reaches 95 % of the copy's rate"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [128, 128, 1]
// fast = [128, 128, 1]
// buffers = [67108864, 67108864]

override WIDTH: u32 = 4096;
const TILE = 32u;
const ROWS = 8u;
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
var<workgroup> tile: array<array<f32, 33>, 32>;
fn read_tile(corner: vec2u, lane: vec2u) {
  for (var j = 0u; j < TILE; j += ROWS) {
    tile[lane.y + j][lane.x] = source[(corner.y + lane.y + j) * WIDTH + corner.x + lane.x];
  }
  workgroupBarrier();
}
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_id) lane: vec3u) {
  read_tile(block.xy * TILE, lane.xy);
  let corner = block.yx * TILE;
  for (var j = 0u; j < TILE; j += ROWS) {
    result[(corner.y + lane.y + j) * WIDTH + corner.x + lane.x] = tile[lane.x][lane.y + j];
  }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_id) lane: vec3u) {
  let corner = block.xy * TILE;
  read_tile(corner, lane.xy);
  for (var j = 0u; j < TILE; j += ROWS) {
    result[(corner.y + lane.y + j) * WIDTH + corner.x + lane.x] = tile[lane.y + j][lane.x];
  }
}
