// name = "512 elements added up by a tree of twos, or of eights"
// source = "count: nine steps with a barrier each, about 60 clocks, against three of 80 to 100; a workgroup takes 1470 clocks against 1200 on 8.6 with its start and its load, beside 26 us of DRAM (Harris, Optimizing Parallel Reduction in CUDA)"
// range = { "ampere-8.6" = [1.05, 1.7], "rdna3" = [1.0, 1.6] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [8388608, 16384]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 512>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  sums[lane] = input[id.x];
  workgroupBarrier();
  for (var half = 256u; half > 0u; half >>= 1u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[group.x] = sums[0]; }
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  sums[lane] = input[id.x];
  workgroupBarrier();
  for (var eighth = 64u; eighth > 0u; eighth >>= 3u) {
    if (lane < eighth) {
      var sum = 0.0;
      for (var i = 0u; i < 8u; i++) { sum += sums[lane + i * eighth]; }
      sums[lane] = sum;
    }
    workgroupBarrier();
  }
  if (lane == 0u) { output[group.x] = sums[0]; }
}
