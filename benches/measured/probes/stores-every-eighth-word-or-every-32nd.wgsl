// name = "stores: every eighth word, or every 32nd"
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16, 536870912]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x * 8u] = id.x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x * 32u] = id.x; }
