// suggests: share-work
// figure: estimated
// before: 480
// after: 480
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(i: u32) { output[i] = 2.0 * input[i]; }
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  work(group.x * 256u + lane);
  if group.x == 0u {
    for (var k = 480u; k < 960u; k++) { work(k * 256u + lane); }
  }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  work(group.x * 256u + lane);
  work((480u + group.x) * 256u + lane);
}
