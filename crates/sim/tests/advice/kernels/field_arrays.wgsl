// suggests: field-arrays
// figure: global_sectors
// before: 480
// after: 480
// buffers: 983040 122880
// results: other, the data lie otherwise
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 2.0 * input[id.x * 8u + 3u]; }
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 2.0 * input[id.x]; }
