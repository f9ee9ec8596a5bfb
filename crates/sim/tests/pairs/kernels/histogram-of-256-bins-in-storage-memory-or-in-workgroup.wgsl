// name = "a histogram of 256 bins in storage memory, or in workgroup memory first"
// source = "NVIDIA developer blog, Fast Histograms Using Shared Atomics on Maxwell: shared atomics several times the speed of global ones"
// range = { "ampere-8.6" = [2, 40], "rdna3" = [2, 40] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 1024]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
var<workgroup> bins: array<atomic<u32>, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { for (var k = 0u; k < 16u; k++) { atomicAdd(&counts[hash(id.x * 16u + k) % 256u], 1u); } }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { for (var k = 0u; k < 16u; k++) { atomicAdd(&bins[hash(id.x * 16u + k) % 256u], 1u); } workgroupBarrier(); atomicAdd(&counts[lane], atomicLoad(&bins[lane])); }
