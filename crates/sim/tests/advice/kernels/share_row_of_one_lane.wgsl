// suggests: share-loop
// figure: estimated
// unsaid: give each invocation more work before it
// before: 2048
// after: 2048
// buffers: 2097152 2048
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> largest: array<f32>;

// All that there is to do stands behind the branch.
@compute @workgroup_size(64) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if lane == 0u {
    var most = input[group.x * 1024u];
    for (var k = 1u; k < 1024u; k++) { most = max(most, input[group.x * 1024u + k]); }
    largest[group.x] = most;
  }
}
var<workgroup> parts: array<f32, 64>;
@compute @workgroup_size(64) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var most = input[group.x * 1024u + lane];
  for (var k = 1u; k < 16u; k++) { most = max(most, input[group.x * 1024u + k * 64u + lane]); }
  parts[lane] = most;
  workgroupBarrier();
  for (var half = 32u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] = max(parts[lane], parts[lane + half]); }
    workgroupBarrier();
  }
  if lane == 0u { largest[group.x] = parts[0]; }
}
