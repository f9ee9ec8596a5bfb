// name = "remainders by 10, or by 16"
// source = "compilers write the one as a high product, a shift and a product that is taken away; CUDA C++ Programming Guide: products of integers 64 a clock as sums; RDNA: products at a quarter of the rate"
// range = { "ampere-8.6" = [1.0, 3.2], "rdna3" = [2.4, 7.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = (v + 1234567u) % 10u + i; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = (v + 1234567u) % 16u + i; } output[id.x] = v; }
