// name = "a gather from a table of 1 MiB, or in order"
// source = "it stays in level 2: sectors and latency, no DRAM"
// range = { "ampere-8.6" = [1.3, 9], "rdna3" = [1.3, 12] }
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [1048576, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[hash(id.x) % 262144u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[(id.x + hash(id.x) % 1u) % 262144u]; }
