// name = "a copy of an image, lanes down its columns, or along its rows"
// source = "CUDA C++ Best Practices Guide, coalesced access: 32 sectors a load and a store in place of four"
// range = { "ampere-8.6" = [1.7, 10], "rdna3" = [1.7, 18] }
// long = true
// slow = [4096, 16, 1]
// fast = [16, 4096, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(1, 256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.y * 4096u + id.x] = input[id.y * 4096u + id.x]; }
@compute @workgroup_size(256, 1) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.y * 4096u + id.x] = input[id.y * 4096u + id.x]; }
