// suggests: decide-alike
// figure: divergent_branches
// words: u32
// before: 480
// after: 480
// buffers: 122880 480
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// A tree in which every second, fourth, ... lane adds.
var<workgroup> part: array<u32, 256>;
fn fill(group: u32, lane: u32) {
  part[lane] = input[group * 256u + lane];
  workgroupBarrier();
}
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(group.x, lane);
  for (var step = 1u; step < 256u; step *= 2u) {
    if lane % (2u * step) == 0u { part[lane] += part[lane + step]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(group.x, lane);
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { part[lane] += part[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
