// suggests: vector
// figure: global_sectors
// before: 480
// after: 480
// buffers: 491520 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output4: array<vec4f>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 4u; j++) { output[id.x * 4u + j] = 2.0 * input[id.x * 4u + j]; }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { output4[id.x] = 2.0 * input4[id.x]; }
