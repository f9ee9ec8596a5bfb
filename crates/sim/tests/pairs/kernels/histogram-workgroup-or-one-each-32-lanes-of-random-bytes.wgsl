// name = "a histogram a workgroup, or one each 32 lanes, of random bytes"
// source = "of 256 bins few lanes of a subgroup meet; Luitjens/NVIDIA, Fast Histograms on Maxwell: copies matter for skewed data"
// range = { "ampere-8.6" = [0.8, 1.3], "rdna3" = [0.8, 1.3] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 1024]

@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;
var<workgroup> one: array<atomic<u32>, 256>;
var<workgroup> eight: array<atomic<u32>, 2048>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { for (var k = 0u; k < 64u; k++) { atomicAdd(&one[hash(id.x * 64u + k) & 255u], 1u); } workgroupBarrier(); atomicAdd(&bins[lane], atomicLoad(&one[lane])); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { let own = lane / 32u * 256u; for (var k = 0u; k < 64u; k++) { atomicAdd(&eight[own + (hash(id.x * 64u + k) & 255u)], 1u); } workgroupBarrier(); var s = 0u; for (var k = 0u; k < 8u; k++) { s += atomicLoad(&eight[k * 256u + lane]); } atomicAdd(&bins[lane], s); }
