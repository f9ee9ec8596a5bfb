// name = "a loop as it is, or four passes written out in one"
// source = "NVIDIA's compiler unrolls loops of constant counts itself; Mesa does so up to 32 passes, but the loop's own instructions go to the scalar unit beside the others"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.7] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 1024u; i += 4u) { v = fma(v, 0.5, 1.0); v = fma(v, 0.5, 1.0); v = fma(v, 0.5, 1.0); v = fma(v, 0.5, 1.0); } output[id.x] = v; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
