// suggests: longer-tile
// figure: global_sectors
// before: 480
// after: 480
// buffers: 49152 122880
// results: other, each lane adds other elements
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 1024u;
var<workgroup> tile: array<f32, 1024>;
fn sum(lane: u32) -> f32 { return tile[lane] + tile[256u + lane] + tile[512u + lane] + tile[768u + lane]; }
// A tile of 256 rows of 4 is loaded 4 lanes a row.
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var at = lane; at < 1024u; at += 256u) { tile[at] = input[at / 4u % 32u * N + at / 128u * 4u + at % 4u + group.x % 32u * 32u]; }
  workgroupBarrier();
  output[group.x * 256u + lane] = sum(lane);
}
// The same elements, 32 lanes a row.
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var at = lane; at < 1024u; at += 256u) { tile[at] = input[at / 32u * N + at % 32u + group.x % 32u * 32u]; }
  workgroupBarrier();
  output[group.x * 256u + lane] = sum(lane);
}
