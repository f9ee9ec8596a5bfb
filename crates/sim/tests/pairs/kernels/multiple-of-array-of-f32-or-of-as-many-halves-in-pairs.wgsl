// name = "a multiple of an array of f32, or of as many halves in pairs"
// source = "counting: half the bytes through DRAM (NVIDIA, Mixed-Precision Programming with CUDA 8)"
// range = { "ampere-8.6" = [1.65, 2.1], "rdna3" = [1.5, 2.2] }
// long = true
// slow = [32768, 1, 1]
// fast = [16384, 1, 1]
// buffers = [33554432, 33554432, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> halves: array<u32>;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] * 1.25; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { result[id.x] = pack2x16float(unpack2x16float(halves[id.x]) * 1.25); }
