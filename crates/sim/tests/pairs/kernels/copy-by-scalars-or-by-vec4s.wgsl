// name = "a copy by scalars, or by vec4s"
// source = "RRZE gpu-benches, gpu-stream: wide loads matter little at full occupancy"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.5] }
// long = true
// slow = [16384, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output4: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output4[id.x] = input4[id.x]; }
