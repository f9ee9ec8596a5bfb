// name = "eight sums of a workgroup by a tree each, or by one tree"
// source = "Harris, Optimizing Parallel Reduction in CUDA: 72 steps and barriers of 60 to 110 clocks, or 9 with eight times the work: 352 turns of the banks a workgroup in both, of which six (rdna3: eight) share them"
// range = { "ampere-8.6" = [1.5, 4.2], "rdna3" = [1.2, 4] }
// missed."rdna3" = "1.09: what a barrier takes is not known of this machine; without it the turns of the banks take most of both"
// slow = [3600, 1, 1]
// fast = [3600, 1, 1]
// buffers = [115200]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 256>;
var<workgroup> tiles: array<f32, 2048>;
@compute @workgroup_size(256)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 8u; i++) {
    tile[lane] = f32((lane * 8u + i) ^ group.x);
    workgroupBarrier();
    for (var half = 128u; half > 0u; half >>= 1u) {
      if (lane < half) { tile[lane] += tile[lane + half]; }
      workgroupBarrier();
    }
    if (lane == 0u) { output[group.x * 8u + i] = tile[0]; }
    workgroupBarrier();
  }
}
@compute @workgroup_size(256)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 8u; i++) { tiles[i * 256u + lane] = f32((lane * 8u + i) ^ group.x); }
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) {
      for (var i = 0u; i < 8u; i++) { tiles[i * 256u + lane] += tiles[i * 256u + lane + half]; }
    }
    workgroupBarrier();
  }
  if (lane < 8u) { output[group.x * 8u + lane] = tiles[lane * 256u]; }
}
