// name = "f32 remainders, or fractions"
// source = "a division, a truncation and a multiply-add, against a floor and a difference (one instruction on RDNA); CUDA C++ Programming Guide: conversions and reciprocals 16 a clock"
// range = { "ampere-8.6" = [1.2, 5], "rdna3" = [2, 10] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; let y = v + 1.3; for (var i = 0u; i < 256u; i++) { v = v % y + 1.7; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; let y = v + 1.3; for (var i = 0u; i < 256u; i++) { v = fract(v) + 1.7; } output[id.x] = v; }
