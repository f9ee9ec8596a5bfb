// name = "a tree in workgroup memory to its end, or its last five steps by subgroupAdd"
// source = "Harris, Optimizing Parallel Reduction in CUDA, unrolling the last warp (1.8 times), and Luitjens, Faster Parallel Reductions on Kepler: five steps and barriers of eight are left out"
// range = { "ampere-8.6" = [1.3, 2.6], "rdna3" = [1.0, 2.6] }
// slow = [360, 1, 1]
// fast = [360, 1, 1]
// buffers = [368640]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> words: array<f32>;
var<workgroup> sums: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = words[id.x];
  for (var i = 0; i < 16; i++) {
    sums[lane] = v;
    workgroupBarrier();
    for (var half = 128u; half > 0u; half >>= 1u) {
      if (lane < half) { sums[lane] += sums[lane + half]; }
      workgroupBarrier();
    }
    v += sums[0] * 0.001;
    workgroupBarrier();
  }
  words[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = words[id.x];
  for (var i = 0; i < 16; i++) {
    sums[lane] = v;
    workgroupBarrier();
    for (var half = 128u; half > 16u; half >>= 1u) {
      if (lane < half) { sums[lane] += sums[lane + half]; }
      workgroupBarrier();
    }
    if (lane < 32u) {
      let total = subgroupAdd(sums[lane]);
      if (lane == 0u) { sums[0] = total; }
    }
    workgroupBarrier();
    v += sums[0] * 0.001;
    workgroupBarrier();
  }
  words[id.x] = v;
}
