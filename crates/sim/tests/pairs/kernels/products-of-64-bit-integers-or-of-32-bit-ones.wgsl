// name = "products of 64-bit integers, or of 32-bit ones"
// source = "three or four products of halves and the sums of their carries, against one"
// range = { "ampere-8.6" = [2.3, 6.5], "rdna3" = [2.2, 6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = u64(input[id.x]) + 3lu; let m = u64(id.x) | 0x100000001lu; for (var i = 0u; i < 256u; i++) { v *= m; } output[id.x] = u32(v >> 32u) ^ u32(v); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + 3u; let m = id.x | 1u; for (var i = 0u; i < 256u; i++) { v *= m; } output[id.x] = v; }
