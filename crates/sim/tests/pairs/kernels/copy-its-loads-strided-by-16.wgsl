// name = "a copy, its loads strided by 16"
// source = "CUDA C++ Best Practices Guide, strided accesses: a sector, or a line, is read for each element"
// range = { "ampere-8.6" = [3, 9], "rdna3" = [3, 18] }
// long = true
// slow = [2048, 1, 1]
// fast = [2048, 1, 1]
// buffers = [33554432, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x * 16u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
