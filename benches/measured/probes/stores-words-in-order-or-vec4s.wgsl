// name = "stores: words in order, or vec4s"
// slow = [16384, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16, 16777216]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read_write> output4: array<vec4u>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = id.x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output4[id.x] = vec4(id.x); }
