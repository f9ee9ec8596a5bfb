// name = "a copy that begins one element late, or aligned"
// source = "CUDA C++ Best Practices Guide, misaligned accesses: about nine tenths of the bandwidth"
// range = { "ampere-8.6" = [0.98, 1.25], "rdna3" = [0.98, 1.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777220, 16777220]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x + 1u] = input[id.x + 1u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
