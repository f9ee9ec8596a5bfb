// suggests: partial-results
// figure: estimated
// before: 64
// after: 64
// buffers: 16384 16384
// words: u32
// said: quadratic
// unsaid: keep reused values in workgroup memory
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var k = 0u; k <= id.x; k++) { sum += input[k]; }
  sums[id.x] = sum;
}
var<workgroup> part: array<u32, 256>;
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * 256u;
  var earlier = 0u;
  for (var k = lane; k < first; k += 256u) { earlier += input[k]; }
  // Lane 0 begins with the sum of all that lies before; the others hand theirs over.
  part[lane] = earlier;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { part[lane] += part[lane + half]; }
    workgroupBarrier();
  }
  let before = part[0];
  workgroupBarrier();
  var sum = input[first + lane];
  part[lane] = sum;
  workgroupBarrier();
  for (var step = 1u; step < 256u; step *= 2u) {
    var add = 0u;
    if lane >= step { add = part[lane - step]; }
    workgroupBarrier();
    sum += add;
    part[lane] = sum;
    workgroupBarrier();
  }
  sums[first + lane] = before + sum;
}
