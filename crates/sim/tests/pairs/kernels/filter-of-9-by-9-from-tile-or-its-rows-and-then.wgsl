// name = "a filter of 9 by 9 from a tile, or its rows and then its columns"
// source = "81 loads of workgroup memory an element, against 9 times 24 rows of 16 and 9: 22.5; the tile's own loads and barriers are alike"
// range = { "ampere-8.6" = [1.7, 3.9], "rdna3" = [1.6, 4] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [4326400, 4326400]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const W = 1040u;
var<workgroup> tile: array<f32, 576>;
var<workgroup> rows: array<f32, 384>;
fn load(group: vec3u, lane: u32) {
  for (var k = lane; k < 576u; k += 256u) { tile[k] = input[(group.y * 16u + k / 24u) * W + group.x * 16u + k % 24u]; }
  workgroupBarrier();
}
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  load(group, lane);
  var sum = 0.0;
  for (var dy = 0u; dy < 9u; dy++) { for (var dx = 0u; dx < 9u; dx++) { sum = fma(tile[(local.y + dy) * 24u + local.x + dx], 0.012, sum); } }
  output[(group.y * 16u + local.y) * W + group.x * 16u + local.x] = sum;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  load(group, lane);
  for (var k = lane; k < 384u; k += 256u) {
    var part = 0.0;
    for (var dx = 0u; dx < 9u; dx++) { part = fma(tile[k / 16u * 24u + k % 16u + dx], 0.11, part); }
    rows[k] = part;
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var dy = 0u; dy < 9u; dy++) { sum = fma(rows[(local.y + dy) * 16u + local.x], 0.11, sum); }
  output[(group.y * 16u + local.y) * W + group.x * 16u + local.x] = sum;
}
