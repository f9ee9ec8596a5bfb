// name = "halves copied one a lane, or four"
// source = "64 bytes in flight a subgroup's load, or 256: Little's law barely fills DRAM with the former"
// range = { "ampere-8.6" = [1.0, 1.8], "rdna3" = [1.0, 2.0] }
// long = true
// slow = [65536, 1, 1]
// fast = [16384, 1, 1]
// buffers = [33554432, 33554432]

enable f16;
@group(0) @binding(0) var<storage, read> x1: array<f16>;
@group(0) @binding(1) var<storage, read_write> y1: array<f16>;
@group(0) @binding(0) var<storage, read> x4: array<vec4<f16>>;
@group(0) @binding(1) var<storage, read_write> y4: array<vec4<f16>>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { y1[id.x] = x1[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { y4[id.x] = x4[id.x]; }
