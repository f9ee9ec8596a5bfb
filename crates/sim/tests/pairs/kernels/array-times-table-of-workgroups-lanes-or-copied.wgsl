// name = "an array times a table of a workgroup's lanes, or copied"
// source = "the table stays in level 1; DRAM is what both wait for"
// range = { "ampere-8.6" = [0.98, 1.2], "rdna3" = [0.98, 1.2] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 1024]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> scale: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { y[id.x] = x[id.x] * scale[lane]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[id.x]; }
