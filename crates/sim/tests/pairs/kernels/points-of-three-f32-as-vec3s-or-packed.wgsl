// name = "points of three f32 as vec3s, or packed"
// source = "WGSL specification: an array of vec3<f32> has a stride of 16 bytes; 20 bytes an element go through DRAM, or 16"
// range = { "ampere-8.6" = [1.05, 1.35], "rdna3" = [1.0, 1.4] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [67108864, 16777216, 50331648]

@group(0) @binding(0) var<storage, read> padded: array<vec3f>;
@group(0) @binding(2) var<storage, read> packed: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { let p = padded[id.x]; output[id.x] = p.x + p.y + p.z; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = packed[id.x * 3u] + packed[id.x * 3u + 1u] + packed[id.x * 3u + 2u]; }
