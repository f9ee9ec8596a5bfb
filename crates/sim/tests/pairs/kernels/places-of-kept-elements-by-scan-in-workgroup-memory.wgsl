// name = "places of kept elements by a scan in workgroup memory, or by ballots"
// source = "Adinetz, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics; Harris and Garland, Optimizing Parallel Prefix Operations for Fermi: ballot scans; 16 barriers of 256 against one, beside 85 us of DRAM"
// range = { "ampere-8.6" = [1.1, 2.6], "rdna3" = [1.0, 3.0] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 65536]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
var<workgroup> sums: array<u32, 256>;
fn keep(v: u32, i: u32) -> bool {
  let h = (i ^ v) * 2654435761u;
  return ((h >> 16u) & 3u) != 0u;
}
@compute @workgroup_size(256)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  let v = input[id.x];
  let kept_here = keep(v, id.x);
  sums[lane] = u32(kept_here);
  workgroupBarrier();
  for (var d = 1u; d < 256u; d <<= 1u) {
    var add = 0u;
    if lane >= d { add = sums[lane - d]; }
    workgroupBarrier();
    sums[lane] += add;
    workgroupBarrier();
  }
  if kept_here { kept[w.x * 256u + sums[lane] - 1u] = v; }
  if lane == 255u { counts[w.x] = sums[lane]; }
}
@compute @workgroup_size(256)
fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) subgroup: u32, @builtin(num_subgroups) subgroups: u32) {
  let v = input[id.x];
  let kept_here = keep(v, id.x);
  let votes = subgroupBallot(kept_here);
  let below = vec2u(select((1u << lane) - 1u, 0xffffffffu, lane >= 32u), select(0u, (1u << (lane & 31u)) - 1u, lane >= 32u));
  let rank = countOneBits(votes.x & below.x) + countOneBits(votes.y & below.y);
  if lane == 0u { sums[subgroup] = countOneBits(votes.x) + countOneBits(votes.y); }
  workgroupBarrier();
  var start = 0u;
  var total = 0u;
  for (var s = 0u; s < subgroups; s++) {
    if s == subgroup { start = total; }
    total += sums[s];
  }
  if kept_here { kept[w.x * 256u + start + rank] = v; }
  if index == 0u { counts[w.x] = total; }
}
