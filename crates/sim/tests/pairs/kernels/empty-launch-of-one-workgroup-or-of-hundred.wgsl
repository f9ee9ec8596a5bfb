// name = "an empty launch of one workgroup, or of a hundred"
// source = "both take what a launch does"
// range = { "ampere-8.6" = [0.8, 1.0], "rdna3" = [0.7, 1.0] }
// slow = [1, 1, 1]
// fast = [100, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 1.0; }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 1.0; }
