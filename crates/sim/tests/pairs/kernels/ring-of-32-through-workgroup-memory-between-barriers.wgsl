// name = "a ring of 32 through workgroup memory between barriers, or by shuffles"
// source = "NVIDIA, Using CUDA Warp-Level Primitives: one instruction in place of a store, a barrier, a load and a barrier"
// range = { "ampere-8.6" = [1.8, 6], "rdna3" = [1.4, 6] }
// slow = [360, 1, 1]
// fast = [360, 1, 1]
// buffers = [368640]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> words: array<f32>;
var<workgroup> ring: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = f32(id.x);
  let next = (lane & 224u) | ((lane + 1u) & 31u);
  for (var i = 0; i < 128; i++) {
    ring[lane] = v;
    workgroupBarrier();
    v = fma(ring[next], 0.5, v);
    workgroupBarrier();
  }
  words[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var v = f32(id.x);
  for (var i = 0; i < 128; i++) { v = fma(subgroupShuffle(v, (lane & 32u) | ((lane + 1u) & 31u)), 0.5, v); }
  words[id.x] = v;
}
