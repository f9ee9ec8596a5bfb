// suggests: swap-axes
// figure: global_sectors
// before: 32 30
// after: 30 32
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 480u;
@compute @workgroup_size(16, 16) fn before(@builtin(global_invocation_id) id: vec3u) { output[id.x * N + id.y] = 2.0 * input[id.x * N + id.y]; }
@compute @workgroup_size(16, 16) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.y * N + id.x] = 2.0 * input[id.y * N + id.x]; }
