// name = "keys put into 16 buckets by an atomic each in storage memory, or with ranks of the workgroup first"
// source = "Merrill and Grimshaw, radix sorting; He et al., partitioning: sixteen contended words of one line against two atomics in workgroup memory and one in storage a bucket and workgroup"
// range = { "ampere-8.6" = [3, 15], "rdna3" = [2, 12] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 64]

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<atomic<u32>, 16>;
const ROOM = 262144u;
var<workgroup> counts: array<atomic<u32>, 16>;
var<workgroup> starts: array<u32, 16>;
fn bucket(v: u32, i: u32) -> u32 { return ((v ^ i) * 2654435761u) >> 28u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let v = keys[id.x];
  let b = bucket(v, id.x);
  let at = atomicAdd(&next[b], 1u);
  if at < ROOM { sorted[b * ROOM + at] = v; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let v = keys[id.x];
  let b = bucket(v, id.x);
  let rank = atomicAdd(&counts[b], 1u);
  workgroupBarrier();
  if lane < 16u { starts[lane] = atomicAdd(&next[lane], atomicLoad(&counts[lane])); }
  workgroupBarrier();
  let at = starts[b] + rank;
  if at < ROOM { sorted[b * ROOM + at] = v; }
}
