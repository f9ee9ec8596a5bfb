// suggests: fewer-barriers
// figure: estimated
// before: 480
// after: 480
// buffers: 491520 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = input[id.x];
  for (var k = 0u; k < 32u; k++) {
    part[lane] = sum;
    workgroupBarrier();
    sum = fma(part[lane ^ 1u], 0.5, sum);
    workgroupBarrier();
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var sum = input[id.x];
  for (var k = 0u; k < 32u; k++) { sum = fma(subgroupShuffleXor(sum, 1u), 0.5, sum); }
  output[id.x] = sum;
}
