// name = "an array doubled into another, or in its place"
// source = "as many bytes read and written in both (STREAM scale); in place half as many lines are held by caches, which rdna3's 96 MiB hold in both"
// range = { "ampere-8.6" = [0.9, 1.2], "rdna3" = [0.9, 1.35] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { b[id.x] = a[id.x] * 2.0; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { a[id.x] = a[id.x] * 2.0; }
