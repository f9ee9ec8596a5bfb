// suggests: more-before
// figure: estimated
// results: other, a workgroup adds up eight times as many values for each sum
// before: 4096
// after: 512
// words: u32
// buffers: 1048576 32768
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

// Eight sums a workgroup: its first lanes add up what the others have.
var<workgroup> part: array<array<u32, 33>, 8>;
fn finish(group: vec3u, local: vec3u, lane: u32, own: u32) {
  part[local.y][local.x] = own;
  workgroupBarrier();
  if lane < 8u {
    var sum = 0u;
    for (var i = 0u; i < 32u; i++) { sum += part[lane][i]; }
    sums[group.x * 8u + lane] = sum;
  }
}
@compute @workgroup_size(32, 8)
fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  finish(group, local, lane, input[group.x * 256u + lane]);
}
@compute @workgroup_size(32, 8)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var own = 0u;
  for (var k = 0u; k < 8u; k++) { own += input[(group.x * 8u + k) * 256u + lane]; }
  finish(group, local, lane, own);
}
