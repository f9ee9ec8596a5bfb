// name = "16 Mi elements added up with an atomic a subgroup, or a workgroup"
// source = "Adinets, Optimized Filtering with Warp-Aggregated Atomics, and Gomez-Luna, atomics at one address: about one a clock of level 2: 524288 of them, 0.35 ms beside 0.21 of DRAM's"
// range = { "ampere-8.6" = [1.0, 2.6], "rdna3" = [1.2, 6] }
// long = true
// slow = [16384, 4, 1]
// fast = [16384, 4, 1]
// buffers = [67108864, 4]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
var<workgroup> sums: array<u32, 8>;
@compute @workgroup_size(256)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = subgroupAdd(input[(group.y * 16384u + group.x) * 256u + lane]);
  if (lane % 32u == 0u) { atomicAdd(&total, sum); }
}
@compute @workgroup_size(256)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = subgroupAdd(input[(group.y * 16384u + group.x) * 256u + lane]);
  if (lane % 32u == 0u) { sums[lane / 32u] = sum; }
  workgroupBarrier();
  if (lane == 0u) {
    var all = 0u;
    for (var i = 0u; i < 8u; i++) { all += sums[i]; }
    atomicAdd(&total, all);
  }
}
