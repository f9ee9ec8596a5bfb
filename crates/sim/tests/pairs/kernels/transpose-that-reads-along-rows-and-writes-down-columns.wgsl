// name = "a transpose that reads along rows and writes down columns, or the other way round"
// source = "counting: strided stores go to level 2 each, strided loads are kept in level 1 by the subgroups beside; course material finds the latter faster or both alike"
// range = { "ampere-8.6" = [0.85, 3], "rdna3" = [0.7, 4] }
// long = true
// slow = [64, 128, 1]
// fast = [64, 128, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const SIZE = 2048u;
@compute @workgroup_size(32, 16) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x * SIZE + id.y] = input[id.y * SIZE + id.x]; }
@compute @workgroup_size(32, 16) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.y * SIZE + id.x] = input[id.x * SIZE + id.y]; }
