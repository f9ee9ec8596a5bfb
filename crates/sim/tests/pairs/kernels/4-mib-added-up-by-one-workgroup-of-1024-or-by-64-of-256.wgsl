// name = "4 MiB added up by one workgroup of 1024, or by 64 of 256"
// source = "Little's law: one unit has 1024 words or a few times as many under way, 38 to 110 us on 8.6, against 13 us of DRAM and 3 of start and latency; rdna3: 45 to 95 us against 8"
// range = { "ampere-8.6" = [2.5, 9], "rdna3" = [4, 14] }
// missed."rdna3" = "15.6: Mesa does not lay out 1024 passes, so that each waits for its load; the range took several to be under way"
// slow = [1, 1, 1]
// fast = [64, 1, 1]
// buffers = [4194304, 256]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 1024>;
@compute @workgroup_size(1024) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 1048576u; i += 1024u) { sum += input[i]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 512u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[group.x] = sums[0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = id.x; i < 1048576u; i += 16384u) { sum += input[i]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[group.x] = sums[0]; }
}
