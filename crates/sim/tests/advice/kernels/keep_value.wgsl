// suggests: keep-value
// figure: global_requests
// before: 240
// after: 240
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;
// A compiler keeps no value of a load across a barrier.
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * 256u + lane;
  part[lane] = input[at];
  workgroupBarrier();
  output[at] = part[lane ^ 1u] * input[at];
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * 256u + lane;
  let x = input[at];
  part[lane] = x;
  workgroupBarrier();
  output[at] = part[lane ^ 1u] * x;
}
