// name = "columns of a tile 16 words wide, or 17"
// source = "CUDA C++ Programming Guide, shared memory: a conflict of n ways takes n times as long"
// range = { "ampere-8.6" = [5, 17], "rdna3" = [4, 17] }
// slow = [512, 1, 1]
// fast = [512, 1, 1]
// buffers = [524288, 524288]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 4608>;
fn walk(lane: u32, pitch: u32) -> f32 { tile[lane] = f32(lane); workgroupBarrier(); var sum = 0.0; for (var i = 0u; i < 256u; i++) { sum += tile[(lane * pitch + i) % 4096u]; } return sum; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = walk(lane, 16u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = walk(lane, 17u); }
