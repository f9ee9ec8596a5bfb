// name = "hashes by PCG, or by xorshift"
// source = "two products and six shifts, sums and exclusive ors, against six; products beside them on NVIDIA, at a quarter of the rate on RDNA"
// range = { "ampere-8.6" = [0.9, 1.6], "rdna3" = [1.4, 3.2] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + id.x; for (var i = 0u; i < 256u; i++) { let s = v * 747796405u + 2891336453u; let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u; v = (w >> 22u) ^ w; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + id.x; for (var i = 0u; i < 256u; i++) { v ^= v << 13u; v ^= v >> 17u; v ^= v << 5u; } output[id.x] = v; }
