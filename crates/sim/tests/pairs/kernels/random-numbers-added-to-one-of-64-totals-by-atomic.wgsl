// name = "random numbers added to one of 64 totals by an atomic each, or a workgroup's at once"
// source = "3.9 million additions to 64 words in eight sectors, one a clock and slice or one a subgroup where lanes at one word are joined, against 960 (NVIDIA, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics; Mesa, nir_opt_uniform_atomics)"
// range = { "ampere-8.6" = [2, 80], "rdna3" = [2, 80] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [256]

@group(0) @binding(0) var<storage, read_write> totals: array<atomic<u32>, 64>;
var<workgroup> sums: array<u32, 256>;
fn hash(x: u32) -> u32 {
  let h = (x ^ (x >> 16u)) * 0x7feb352du;
  return (h ^ (h >> 15u)) * 0x846ca68bu;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 16u; i++) { atomicAdd(&totals[group.x & 63u], hash(id.x * 16u + i) >> 24u); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var i = 0u; i < 16u; i++) { sum += hash(id.x * 16u + i) >> 24u; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { atomicAdd(&totals[group.x & 63u], sums[0]); }
}
