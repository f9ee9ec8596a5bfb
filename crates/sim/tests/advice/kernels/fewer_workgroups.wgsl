// suggests: fewer-workgroups
// figure: estimated
// machine: hopper-9.0
// before: 32768
// after: 4096
// buffers: 4 8388608
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = 1.5;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 8u; k++) { output[group.x * 2048u + k * 256u + lane] = 1.5; }
}
