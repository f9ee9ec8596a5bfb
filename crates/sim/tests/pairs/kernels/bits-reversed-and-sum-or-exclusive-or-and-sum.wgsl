// name = "bits reversed and a sum, or an exclusive or and a sum"
// source = "CUDA C++ Programming Guide, arithmetic instructions, 8.6: 16 reversals a clock, 64 logical operations and sums; RDNA ISA: v_bfrev_b32 like other arithmetic, v_xad_u32 does both of the other's"
// range = { "ampere-8.6" = [1.7, 4.6], "rdna3" = [0.85, 2.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = reverseBits(v) + i; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = (v ^ 0x5bd1e995u) + i; } output[id.x] = v; }
