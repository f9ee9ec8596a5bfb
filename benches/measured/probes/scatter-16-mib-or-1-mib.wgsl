// name = "scatter: 16 MiB, or 1 MiB"
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16, 16777216]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[hash(id.x) % 4194304u] = id.x; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[hash(id.x) % 262144u] = id.x; }
