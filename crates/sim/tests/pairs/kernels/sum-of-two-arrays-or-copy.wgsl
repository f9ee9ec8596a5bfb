// name = "a sum of two arrays, or a copy"
// source = "BabelStream: add moves three values for two of copy at the same bandwidth"
// range = { "ampere-8.6" = [1.3, 1.65], "rdna3" = [1.3, 1.65] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [33554432, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] + input[id.x + 4194304u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
