// name = "tanh, or exp"
// source = "one or two exponentials and a quotient, against one exponential"
// range = { "ampere-8.6" = [1.3, 6], "rdna3" = [1.3, 6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = tanh(v) + 0.5; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = exp(-v) + 0.5; } output[id.x] = v; }
