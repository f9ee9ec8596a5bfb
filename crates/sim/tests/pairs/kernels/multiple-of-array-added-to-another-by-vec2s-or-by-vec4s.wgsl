// name = "a multiple of an array added to another by vec2s, or by vec4s"
// source = "RRZE gpu-benches, gpu-stream: at full occupancy words of 8 and of 16 bytes reach the same bandwidth; 159 us of DRAM beside 32 us of rounds on 8.6"
// range = { "ampere-8.6" = [0.95, 1.15], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [8192, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x2: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> y2: array<vec2f>;
@group(0) @binding(0) var<storage, read> x4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y4: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { y2[id.x] += 2.5 * x2[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { y4[id.x] += 2.5 * x4[id.x]; }
