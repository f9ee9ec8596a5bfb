// suggests: denser-requests
// figure: global_requests
// before: 240
// after: 240
// buffers: 1024 61440
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 128u; k++) { sum += input[k % 4u * 256u + lane]; }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let kept = vec4f(input[lane], input[256u + lane], input[512u + lane], input[768u + lane]);
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += kept.x; sum += kept.y; sum += kept.z; sum += kept.w; }
  output[group.x * 256u + lane] = sum;
}
