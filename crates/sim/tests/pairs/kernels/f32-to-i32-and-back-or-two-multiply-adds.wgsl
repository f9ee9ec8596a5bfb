// name = "f32 to i32 and back, or two multiply-adds"
// source = "CUDA C++ Programming Guide, arithmetic instructions: 16 conversions a clock for 128 multiply-adds; LLVM SISchedule.td, GFX11SpeedModel: WriteFloatCvt like other arithmetic"
// range = { "ampere-8.6" = [3, 14], "rdna3" = [0.9, 5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + f32(id.x); for (var i = 0u; i < 256u; i++) { v = f32(i32(v)) * 0.5; v = v + 1.5; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x] + f32(id.x); for (var i = 0u; i < 256u; i++) { v = fma(v, 0.5, 1.0); v = fma(v, 0.5, 1.0); } output[id.x] = v; }
