// suggests: earlier-dispatch
// figure: estimated
// before: 512
// after: 512
// buffers: 131072 131072 512
// words: u32
// results: other, what lies before each part is given
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read> before_part: array<u32>;

var<workgroup> part: array<u32, 256>;
fn total(own: u32, lane: u32) -> u32 {
  part[lane] = own;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { part[lane] += part[lane + half]; }
    workgroupBarrier();
  }
  let sum = part[0];
  workgroupBarrier();
  return sum;
}
// Each result is what lies before the workgroup's part, ...
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var earlier = 0u;
  for (var k = lane; k < group.x * 256u; k += 256u) { earlier += input[k]; }
  let first = total(earlier, lane);
  output[group.x * 256u + lane] = first + total(input[group.x * 256u + lane], lane);
}
// ... which a dispatch before adds up.
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[group.x * 256u + lane] = before_part[group.x] + total(input[group.x * 256u + lane], lane);
}
