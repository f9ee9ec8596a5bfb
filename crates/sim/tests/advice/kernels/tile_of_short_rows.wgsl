// suggests: tile
// machine: apple-m2
// figure: estimated
// unsaid: longer along x
// before: 128 32
// after: 64 64
// buffers: 4194304 4194304
// Rows of 16 lanes load less than a sector; in rows of 32 their stores, which lie across, would touch twice as many.
@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> words: array<f32>;

const N = 2048u;
fn word(row: u32, column: u32) -> f32 { return input[(row * N + column) / 4u][column % 4u]; }
@compute @workgroup_size(16, 16) fn before(@builtin(global_invocation_id) id: vec3u) {
  let row = 4u * id.y;
  output[id.x * N / 4u + id.y] = vec4f(word(row, id.x), word(row + 1u, id.x), word(row + 2u, id.x), word(row + 3u, id.x));
}

var<workgroup> tile: array<f32, 1056>;
@compute @workgroup_size(32, 8)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) { tile[j * 33u + local.x] = word(group.y * 32u + j, group.x * 32u + local.x); }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) { words[(group.x * 32u + j) * N + group.y * 32u + local.x] = tile[local.x * 33u + j]; }
}
