// suggests: one-loop
// figure: global_requests
// before: 480
// after: 480
// buffers: 65536 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var most = 0.0;
  for (var j = 0u; j < 16u; j++) { most = max(most, input[(group.x * 4096u + j * 256u + lane) % 65536u]); }
  var sum = 0.0;
  for (var j = 0u; j < 16u; j++) { sum += input[(group.x * 4096u + j * 256u + lane) % 65536u]; }
  output[group.x * 512u + lane] = most;
  output[group.x * 512u + 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var most = 0.0;
  var sum = 0.0;
  for (var j = 0u; j < 16u; j++) {
    let x = input[(group.x * 4096u + j * 256u + lane) % 65536u];
    most = max(most, x);
    sum += x;
  }
  output[group.x * 512u + lane] = most;
  output[group.x * 512u + 256u + lane] = sum;
}
