// name = "ranks of 512 Ki pages pushed along 16 random links by atomics, or gathered"
// source = "Besta et al., To Push or To Pull: 2 MiB stay in level 2, whose slices do an atomic or hand out a sector a clock; CUDA atomics at random addresses are published at the rate of sectors down to half of it; rdna3's loads take lines of 128 bytes, two clocks of a slice"
// range = { "ampere-8.6" = [0.9, 2.6], "rdna3" = [0.45, 2.5] }
// long = true
// slow = [2048, 1, 1]
// fast = [2048, 1, 1]
// buffers = [2097152, 2097152]

@group(0) @binding(0) var<storage, read> ranks: array<u32>;
@group(0) @binding(1) var<storage, read_write> counted: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;
fn link(page: u32, i: u32) -> u32 {
  let h = (page * 16u + i) * 0x9e3779b1u;
  return ((h ^ (h >> 15u)) * 0x85ebca6bu) >> 13u;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let rank = ranks[id.x] / 16u;
  for (var i = 0u; i < 16u; i++) { atomicAdd(&counted[link(id.x, i)], rank); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var i = 0u; i < 16u; i++) { sum += ranks[link(id.x, i)]; }
  next[id.x] = sum / 16u;
}
