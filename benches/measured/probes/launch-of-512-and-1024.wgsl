// name = "launch of 512 and 1024"
// slow = [32768, 1, 1]
// fast = [32768, 1, 1]
// buffers = [16, 16]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u) { if id.x == 4294967295u { output[0] = input[0]; } }
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u) { if id.x == 4294967295u { output[0] = input[0]; } }
