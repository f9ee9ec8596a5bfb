// suggests: split-loop
// figure: estimated
// before: 8
// after: 256
// buffers: 1048576 8
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;

const EACH = 131072u;
var<workgroup> parts: array<u32, 256>;
fn part(first: u32, count: u32, lane: u32) -> u32 {
  var sum = 0u;
  for (var k = lane; k < count; k += 256u) { let value = input[first + k]; sum += value * value; }
  parts[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  return parts[0];
}
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = part(group.x * EACH, EACH, lane);
  if lane == 0u { atomicAdd(&output[group.x], sum); }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = part(group.x * EACH / 32u, EACH / 32u, lane);
  if lane == 0u { atomicAdd(&output[group.x / 32u], sum); }
}
