// suggests: keep-value
// figure: global_requests
// before: 240
// after: 240
// buffers: 2048 61440
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) { sum = fma(input[k % 8u * 256u + lane], input[k % 8u * 256u + lane], sum); }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) {
    let x = input[k % 8u * 256u + lane];
    sum = fma(x, x, sum);
  }
  output[group.x * 256u + lane] = sum;
}
