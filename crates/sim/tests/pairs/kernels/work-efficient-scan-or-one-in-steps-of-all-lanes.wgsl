// name = "a work-efficient scan, or one in steps of all lanes"
// source = "Harris et al., GPU Gems 3, chapter 39: 16 steps with conflicts of banks against 8 of all lanes, 256 elements a workgroup"
// range = { "ampere-8.6" = [0.9, 2.7], "rdna3" = [0.9, 3] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  for (var round = 0u; round < 32u; round++) {
    for (var d = 1u; d < 256u; d *= 2u) {
      workgroupBarrier();
      let at = (lane + 1u) * d * 2u - 1u;
      if at < 256u { part[at] += part[at - d]; }
    }
    for (var d = 64u; d > 0u; d /= 2u) {
      workgroupBarrier();
      let at = (lane + 1u) * d * 2u - 1u;
      if at + d < 256u { part[at + d] += part[at]; }
    }
    workgroupBarrier();
    part[lane] *= 0.01;
  }
  output[id.x] = part[lane];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  for (var round = 0u; round < 32u; round++) {
    for (var d = 1u; d < 256u; d *= 2u) {
      workgroupBarrier();
      var v = part[lane];
      if lane >= d { v += part[lane - d]; }
      workgroupBarrier();
      part[lane] = v;
    }
    part[lane] *= 0.01;
  }
  output[id.x] = part[lane];
}
