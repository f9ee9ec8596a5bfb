// name = "a copy through workgroup memory, or direct"
// source = "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++: 384 against 389 GB/s"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [0.95, 1.4] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { tile[lane] = input[group.x * 256u + lane]; workgroupBarrier(); output[group.x * 256u + lane] = tile[255u - lane]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
