// name = "workgroups that return at once between those that copy, or none"
// source = "a workgroup's start beside DRAM's time"
// range = { "ampere-8.6" = [1.0, 1.4], "rdna3" = [1.0, 1.5] }
// long = true
// slow = [32768, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { if group.x % 2u == 1u { return; } let i = group.x / 2u * 256u + lane; y[i] = x[i]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[id.x]; }
