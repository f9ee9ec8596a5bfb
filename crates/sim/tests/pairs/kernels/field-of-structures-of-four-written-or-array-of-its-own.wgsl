// name = "a field of structures of four written, or an array of its own"
// source = "NVIDIA Nsight Compute guide, sectors: four are written for one, and read first where level 2 fills them: 20 to 36 bytes an element for 8"
// range = { "ampere-8.6" = [2, 4.6], "rdna3" = [1.4, 5] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 67108864]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x * 4u + 2u] = input[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
