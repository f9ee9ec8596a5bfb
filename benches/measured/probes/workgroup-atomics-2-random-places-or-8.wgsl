// name = "workgroup atomics: 2 random places, or 8"
// slow = [1056, 1, 1]
// fast = [1056, 1, 1]
// buffers = [16, 1081344]

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> sums: array<atomic<u32>, 1024>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { let z = x[id.x & 3u]; var s = 0u; var h = id.x; for (var i = 0u; i < 64u; i++) { h = h * 1664525u + 1013904223u; atomicAdd(&sums[h >> 31u], 1u); } workgroupBarrier(); output[id.x] = s + h + atomicLoad(&sums[lane]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { let z = x[id.x & 3u]; var s = 0u; var h = id.x; for (var i = 0u; i < 64u; i++) { h = h * 1664525u + 1013904223u; atomicAdd(&sums[h >> 29u], 1u); } workgroupBarrier(); output[id.x] = s + h + atomicLoad(&sums[lane]); }
