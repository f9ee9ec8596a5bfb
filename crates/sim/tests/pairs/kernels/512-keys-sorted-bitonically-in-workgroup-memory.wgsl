// name = "512 keys sorted bitonically in workgroup memory, or with shuffles while 32 lanes suffice"
// source = "45 steps with a barrier each against 10 with and 35 of one shuffle without; a shuffle costs what a read of workgroup memory does"
// range = { "ampere-8.6" = [1.2, 2.8], "rdna3" = [1.1, 2.8] }
// missed."rdna3" = "what a barrier takes is not known of this machine; without it the steps' selections take most of both: 1.09"
// slow = [2048, 1, 1]
// fast = [2048, 1, 1]
// buffers = [4194304]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;
var<workgroup> shared_keys: array<u32, 512>;
fn fresh(i: u32) -> u32 { return (i ^ (i >> 7u)) * 2654435769u; }
fn pick(mine: u32, other: u32, lane: u32, distance: u32, size: u32) -> u32 {
  let ascending = (lane & size) == 0u;
  let lower = (lane & distance) == 0u;
  return select(max(mine, other), min(mine, other), ascending == lower);
}
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var mine = keys[id.x] + fresh(id.x);
  for (var size = 2u; size <= 512u; size <<= 1u) {
    for (var distance = size >> 1u; distance > 0u; distance >>= 1u) {
      shared_keys[lane] = mine;
      workgroupBarrier();
      let other = shared_keys[lane ^ distance];
      workgroupBarrier();
      mine = pick(mine, other, lane, distance, size);
    }
  }
  keys[id.x] = mine;
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var mine = keys[id.x] + fresh(id.x);
  for (var size = 2u; size <= 512u; size <<= 1u) {
    var distance = size >> 1u;
    while distance >= 32u {
      shared_keys[lane] = mine;
      workgroupBarrier();
      let other = shared_keys[lane ^ distance];
      workgroupBarrier();
      mine = pick(mine, other, lane, distance, size);
      distance >>= 1u;
    }
    while distance > 0u {
      mine = pick(mine, subgroupShuffleXor(mine, distance), lane, distance, size);
      distance >>= 1u;
    }
  }
  keys[id.x] = mine;
}
