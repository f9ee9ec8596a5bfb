// steps: columns rows wide tiled
// next: swap-axes, longer-rows|reuse-in-unit, reuse-in-unit|reuse-loads
// best: strips
// columns: 128 128
// rows: 128 128
// wide: 64 256
// tiled: 64 256
// strips: 32 128
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
// Held in bounds at the edges.
fn at(row: u32, column: u32) -> f32 { return input[min(max(row, 1u) - 1u, N - 1u) * N + min(max(column, 1u) - 1u, N - 1u)]; }
fn blur(row: u32, column: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 3u; i++) {
    for (var k = 0u; k < 3u; k++) { sum += at(row + i, column + k); }
  }
  output[row * N + column] = sum / 9.0;
}
// Neighbouring lanes down a column ...
@compute @workgroup_size(16, 16) fn columns(@builtin(global_invocation_id) id: vec3u) { blur(id.x, id.y); }
// ... or along a row, ...
@compute @workgroup_size(16, 16) fn rows(@builtin(global_invocation_id) id: vec3u) { blur(id.y, id.x); }
// ... a longer one, ...
@compute @workgroup_size(32, 8) fn wide(@builtin(global_invocation_id) id: vec3u) { blur(id.y, id.x); }

// ... with a tile and its edges in workgroup memory.
var<workgroup> tile: array<array<f32, 34>, 10>;
@compute @workgroup_size(32, 8) fn tiled(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  for (var i = lane; i < 340u; i += 256u) { tile[i / 34u][i % 34u] = at(group.y * 8u + i / 34u, group.x * 32u + i % 34u); }
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 3u; i++) {
    for (var k = 0u; k < 3u; k++) { sum += tile[local.y + i][local.x + k]; }
  }
  output[id.y * N + id.x] = sum / 9.0;
}

// Four results of a column for each invocation, whose rows serve three of them.
fn row_of(row: u32, column: u32) -> f32 { return at(row, column) + at(row, column + 1u) + at(row, column + 2u); }
@compute @workgroup_size(64, 4) fn strips(@builtin(global_invocation_id) id: vec3u) {
  let first = id.y * 4u;
  var above = row_of(first, id.x);
  var here = row_of(first + 1u, id.x);
  for (var i = 0u; i < 4u; i++) {
    let below = row_of(first + i + 2u, id.x);
    output[(first + i) * N + id.x] = (above + here + below) / 9.0;
    above = here;
    here = below;
  }
}
