// name = "additions to random counters of 64 MiB, or of 256 KiB"
// source = "counting: a sector read and written back in DRAM for each, or atomics of level 2 alone; RDNA3 has 96 MB behind level 2"
// range = { "ampere-8.6" = [4, 18], "rdna3" = [1.3, 9] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [4, 67108864, 262144]

@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;
fn hash(v: u32) -> u32 { var x = v * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&counters[hash(id.x) & 16777215u], 1u); }
@group(0) @binding(2) var<storage, read_write> few: array<atomic<u32>>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&few[hash(id.x) & 65535u], 1u); }
