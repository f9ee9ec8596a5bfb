// suggests: interleave
// figure: global_sectors
// before: 8 60
// after: 8 60
// buffers: 983040 983040
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Eight neighbouring elements of a row for each invocation, as in a register tile.
const N = 1024u;
@compute @workgroup_size(16, 16)
fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (group.y * 16u + local.y) * N + group.x * 128u;
  for (var e = 0u; e < 8u; e++) { output[row + local.x * 8u + e] = 2.0 * input[row + local.x * 8u + e]; }
}
@compute @workgroup_size(16, 16)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (group.y * 16u + local.y) * N + group.x * 128u;
  for (var e = 0u; e < 8u; e++) { output[row + local.x + 16u * e] = 2.0 * input[row + local.x + 16u * e]; }
}
