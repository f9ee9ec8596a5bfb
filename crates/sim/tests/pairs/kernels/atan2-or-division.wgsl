// name = "atan2, or a division"
// source = "a division and a polynomial of some ten terms with its selections, against a division alone"
// range = { "ampere-8.6" = [1.2, 5], "rdna3" = [1.2, 8] }
// missed."rdna3" = "37 instructions of the other lanes against a reciprocal, beside which its special function unit leaves them free: 9.5"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = atan2(v, 1.5) + 1.0; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = 1.0 / (v + 1.5) + 1.0; } output[id.x] = v; }
