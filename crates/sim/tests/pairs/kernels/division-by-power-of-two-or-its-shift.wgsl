// name = "division by a power of two, or its shift"
// source = "every compiler writes the one as the other"
// range = { "ampere-8.6" = [0.95, 1.05], "rdna3" = [0.95, 1.05] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = id.x; for (var i = 0u; i < 400u; i++) { v = v / 4u + i; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = id.x; for (var i = 0u; i < 400u; i++) { v = (v >> 2u) + i; } output[id.x] = v; }
