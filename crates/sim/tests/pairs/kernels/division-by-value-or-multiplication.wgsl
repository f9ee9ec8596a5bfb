// name = "division by a value, or multiplication"
// source = "CUDA C++ Programming Guide, division: a reciprocal and the instructions that make it exact"
// range = { "ampere-8.6" = [3, 16], "rdna3" = [3, 16] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { let y = input[id.x] + 2.0; var x = input[id.x]; for (var k = 0u; k < 256u; k++) { x = x / y + 1.0; } output[id.x] = x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { let y = input[id.x] + 2.0; var x = input[id.x]; for (var k = 0u; k < 256u; k++) { x = x * y + 1.0; } output[id.x] = x; }
