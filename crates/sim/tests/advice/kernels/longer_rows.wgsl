// suggests: longer-rows
// figure: global_sectors
// before: 120 8
// after: 15 64
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 480u;
@compute @workgroup_size(4, 64) fn before(@builtin(global_invocation_id) id: vec3u) { output[id.y * N + id.x] = 2.0 * input[id.y * N + id.x]; }
@compute @workgroup_size(32, 8) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.y * N + id.x] = 2.0 * input[id.y * N + id.x]; }
