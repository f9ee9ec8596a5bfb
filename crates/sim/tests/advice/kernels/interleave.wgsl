// suggests: interleave
// figure: global_sectors
// before: 60
// after: 60
// buffers: 491520 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const LANES = 15360u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 32u; j++) { output[id.x * 32u + j] = 2.0 * input[id.x * 32u + j]; }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 32u; j++) { output[id.x + j * LANES] = 2.0 * input[id.x + j * LANES]; }
}
