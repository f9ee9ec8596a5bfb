// suggests: decide-alike
// figure: subgroup_instructions
// before: 4096
// after: 4096
// buffers: 1048576 32768
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

// Eight rows a workgroup: one lane of each subgroup adds up what the others of its row have.
var<workgroup> part: array<array<f32, 32>, 8>;
fn begin(group: vec3u, local: vec3u) {
  part[local.y][local.x] = matrix[(group.x * 8u + local.y) * 32u + local.x];
  workgroupBarrier();
}
@compute @workgroup_size(32, 8) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  begin(group, local);
  if local.x == 0u { var sum = 0.0; for (var i = 0u; i < 32u; i++) { sum += part[local.y][i]; } sums[group.x * 8u + local.y] = sum; }
}
@compute @workgroup_size(32, 8)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  begin(group, local);
  if lane < 8u { var sum = 0.0; for (var i = 0u; i < 32u; i++) { sum += part[lane][i]; } sums[group.x * 8u + lane] = sum; }
}
