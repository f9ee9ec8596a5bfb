// suggests: swap-axes
// figure: global_sectors
// before: 30 30
// after: 30 30
// buffers: 230400 230400
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// The first lanes of the first workgroup lie on the edge and do nothing.
const N = 480u;
fn mean(row: u32, column: u32) {
  if row == 0u || column == 0u || row == N - 1u || column == N - 1u { return; }
  let at = row * N + column;
  output[at] = 0.25 * (input[at - 1u] + input[at + 1u] + input[at - N] + input[at + N]);
}
@compute @workgroup_size(16, 16) fn before(@builtin(global_invocation_id) id: vec3u) { mean(id.x, id.y); }
@compute @workgroup_size(16, 16) fn after(@builtin(global_invocation_id) id: vec3u) { mean(id.y, id.x); }
