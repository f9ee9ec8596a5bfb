// name = "16 elements an invocation added up by workgroups of 1024, or of 128"
// source = "53 us of DRAM in both; one workgroup of 1024 a unit of 8.6 leaves it idle in its tree and launch, nine times 1 us; rdna3 holds two (Harris, Optimizing Parallel Reduction in CUDA: blocks of 128 to 512)"
// range = { "ampere-8.6" = [0.95, 1.45], "rdna3" = [0.9, 1.5] }
// long = true
// slow = [256, 1, 1]
// fast = [2048, 1, 1]
// buffers = [16777216, 8192]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 1024>;
fn tree(lane: u32, size: u32, value: f32) {
  sums[lane] = value;
  workgroupBarrier();
  for (var half = size / 2u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
}
@compute @workgroup_size(1024) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += input[group.x * 16384u + i * 1024u + lane]; }
  tree(lane, 1024u, sum);
  if (lane == 0u) { output[group.x] = sums[0]; }
}
@compute @workgroup_size(128) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += input[group.x * 2048u + i * 128u + lane]; }
  tree(lane, 128u, sum);
  if (lane == 0u) { output[group.x] = sums[0]; }
}
