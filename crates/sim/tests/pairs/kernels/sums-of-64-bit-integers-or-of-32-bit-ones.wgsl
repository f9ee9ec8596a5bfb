// name = "sums of 64-bit integers, or of 32-bit ones"
// source = "a sum and a second one with the carry"
// range = { "ampere-8.6" = [1.5, 2.7], "rdna3" = [1.5, 2.7] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = u64(input[id.x]); var u = 1lu; for (var i = 0u; i < 256u; i++) { v += u; u += v; } output[id.x] = u32(v >> 32u) ^ u32(u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; var u = 1u; for (var i = 0u; i < 256u; i++) { v += u; u += v; } output[id.x] = v ^ u; }
