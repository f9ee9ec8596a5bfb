// steps: chunks stepped spread
// next: interleave, share-loop|split-loop|more-in-flight
// best: spread
// chunks: 16
// stepped: 16
// spread: 480
// buffers: 4194304 4096
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const N = 4194304u;
// A chunk for each invocation, in few workgroups, ...
@compute @workgroup_size(256) fn chunks(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 1024u; k++) { sum += input[id.x * 1024u + k]; }
  sums[id.x] = sum;
}
// ... by steps of the workgroup's size, ...
@compute @workgroup_size(256) fn stepped(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  var sum = 0.0;
  for (var k = 0u; k < 1024u; k++) { sum += input[group.x * 262144u + k * 256u + lane]; }
  sums[id.x] = sum;
}
// ... and in many workgroups.
var<workgroup> parts: array<f32, 256>;
fn combine(place: u32, lane: u32, part: f32) {
  parts[lane] = part;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { sums[place] = parts[0]; }
}
@compute @workgroup_size(256) fn spread(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32,
) {
  var sum = 0.0;
  for (var at = id.x; at < N; at += 122880u) { sum += input[at]; }
  combine(group.x, lane, sum);
}
