// name = "the same exponential twice, or once"
// source = "compilers compute a common subexpression once"
// range = { "ampere-8.6" = [0.97, 1.08], "rdna3" = [0.97, 1.08] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = exp(-v) * 0.3 + exp(-v) * exp(-v); } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { let e = exp(-v); v = e * 0.3 + e * e; } output[id.x] = v; }
