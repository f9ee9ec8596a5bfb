// name = "signed division by 4, or unsigned"
// source = "rounding towards zero takes the sign, a shift of it and a sum before the shift"
// range = { "ampere-8.6" = [1.2, 3.6], "rdna3" = [1.2, 3.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = bitcast<i32>(input[id.x]); for (var i = 0; i < 256; i++) { v = v / 4 + i; } output[id.x] = bitcast<u32>(v); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = v / 4u + i; } output[id.x] = v; }
