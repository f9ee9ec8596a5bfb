// name = "a copy in workgroups of 32, or of 256"
// source = "RRZE gpu-benches, gpu-stream: bandwidth over occupancy"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [1.0, 2.5] }
// slow = [32768, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194304, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
