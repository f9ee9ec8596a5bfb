// name = "a sum over a row in a loop of 32-bit loads, or of vec4s, from level 1"
// source = "RRZE gpu-benches, gpu-cache: wide loads are served by bytes"
// range = { "ampere-8.6" = [0.95, 2.6], "rdna3" = [0.95, 2.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [16384, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { var sum = 0.0; for (var k = 0u; k < 64u; k++) { sum += input[k % 16u * 256u + lane]; } output[group.x * 256u + lane] = sum; }
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { var sum = vec4f(); for (var k = 0u; k < 16u; k++) { sum += input4[k % 4u * 256u + lane]; } output[group.x * 256u + lane] = sum.x + sum.y + sum.z + sum.w; }
