// name = "multiply-adds one after the other at full occupancy, or four at a time"
// source = "Volkov, Better Performance at Lower Occupancy: enough subgroups hide the latency of arithmetic"
// range = { "ampere-8.6" = [0.9, 1.25], "rdna3" = [0.9, 1.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var x = input[id.x]; for (var k = 0u; k < 512u; k++) { x = fma(x, 0.5, 1.0); } output[id.x] = x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var x = vec4f(input[id.x]); for (var k = 0u; k < 128u; k++) { x = fma(x, vec4f(0.5), vec4f(1.0)); } output[id.x] = x.x + x.y + x.z + x.w; }
