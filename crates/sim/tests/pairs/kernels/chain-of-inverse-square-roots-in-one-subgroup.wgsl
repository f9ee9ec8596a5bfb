// name = "a chain of inverse square roots in one subgroup, or of multiply-adds"
// source = "GPGPU-Sim configuration SM86_RTX3070: 21 clocks against 4; LLVM SISchedule.td, GFX11SpeedModel: 10 against 5"
// range = { "ampere-8.6" = [3, 12], "rdna3" = [1.4, 9] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [65536, 65536]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + 2.0; for (var i = 0u; i < 4096u; i++) { v = inverseSqrt(v); } output[id.x] = v; }
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + 2.0; for (var i = 0u; i < 4096u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
