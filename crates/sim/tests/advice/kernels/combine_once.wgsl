// suggests: fewer-shared-reads
// said: where all invocations compute the same from `parts`
// figure: estimated
// before: 3840
// after: 3840
// buffers: 983040 983040
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> parts: array<f32, 256>;
// The mean of a workgroup's elements is taken from each: all invocations add up all of them ...
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let own = input[id.x];
  parts[lane] = own;
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 256u; i++) { sum += parts[i]; }
  output[id.x] = own - sum / 256.0;
}
// ... or each a part.
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let own = input[id.x];
  parts[lane] = own;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  output[id.x] = own - parts[0] / 256.0;
}
