// name = "a bit an element set by atomicOr, or a word from each subgroup's votes"
// source = "Adinetz, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics; atomics at one address take a clock or two each of their slice of L2"
// range = { "ampere-8.6" = [1.1, 3.3], "rdna3" = [1.0, 3.0] }
// long = true
// slow = [65536, 1, 1]
// fast = [65536, 1, 1]
// buffers = [67108864, 2097152, 2097152]

enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bits: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> words: array<u32>;
fn above(v: u32, i: u32) -> bool { return (((v + i) * 2654435769u) & 0x80000000u) != 0u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if above(values[id.x], id.x) { atomicOr(&bits[id.x >> 5u], 1u << (id.x & 31u)); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  let votes = subgroupBallot(above(values[id.x], id.x));
  if (lane & 31u) == 0u { words[id.x >> 5u] = select(votes.x, votes.y, lane >= 32u); }
}
