// name = "products of integers, or sums"
// source = "CUDA C++ Programming Guide: 64 multiply-adds of integers a clock, 64 sums; RDNA ISA: v_mul_lo_u32 at a quarter of the rate"
// range = { "ampere-8.6" = [0.9, 2.2], "rdna3" = [1.5, 5] }
// missed."ampere-8.6" = "products have lanes of their own beside the other integers; that compilers move sums there, too, is not known to the estimate"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var x = u32(input[id.x]); for (var k = 0u; k < 256u; k++) { x = x * (x | 3u); } output[id.x] = f32(x); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var x = u32(input[id.x]); for (var k = 0u; k < 256u; k++) { x = x + (x | 3u); } output[id.x] = f32(x); }
