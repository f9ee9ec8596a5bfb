// name = "a field of a structure of four, or an array of its own"
// source = "NVIDIA, An Even Easier Introduction to CUDA and Best Practices Guide: four sectors are read for one"
// range = { "ampere-8.6" = [2, 4.2], "rdna3" = [2, 4.2] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x * 4u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
