// suggests: gather
// figure: global_sectors
// before: 512
// after: 512
// buffers: 131072 131072
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let i = reverseBits(id.x) >> 15u;
  output[i] = 2.0 * input[i];
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 2.0 * input[id.x]; }
