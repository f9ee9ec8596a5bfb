// name = "square roots, or multiplications"
// source = "CUDA C++ Programming Guide, arithmetic instructions: 16 results a clock for 128; RDNA ISA: a quarter of the rate"
// range = { "ampere-8.6" = [3, 12], "rdna3" = [2.5, 9] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var x = input[id.x]; for (var k = 0u; k < 256u; k++) { x = sqrt(x) + 1.0; } output[id.x] = x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var x = input[id.x]; for (var k = 0u; k < 256u; k++) { x = x * 0.5 + 1.0; } output[id.x] = x; }
