// suggests: swap-axes
// figure: global_sectors
// before: 2 480
// after: 2 480
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// One element an invocation, in a workgroup of one row.
const N = 480u;
fn twice(row: u32, column: u32) {
  if row < N && column < N { output[row * N + column] = 2.0 * input[row * N + column]; }
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { twice(id.x, id.y); }
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { twice(id.y, id.x); }
