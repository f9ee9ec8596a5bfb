// name = "a volume copied in bricks of 8 x 8 x 4, or of 32 x 4 x 2"
// source = "whole sectors of 32 bytes either way; RDNA's lines of 128 bytes in four parts"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [0.95, 2.0] }
// long = true
// slow = [32, 32, 16]
// fast = [8, 64, 32]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(8, 8, 4) fn slow(@builtin(global_invocation_id) id: vec3u) { let i = (id.z * 256u + id.y) * 256u + id.x; y[i] = x[i]; }
@compute @workgroup_size(32, 4, 2) fn fast(@builtin(global_invocation_id) id: vec3u) { let i = (id.z * 256u + id.y) * 256u + id.x; y[i] = x[i]; }
