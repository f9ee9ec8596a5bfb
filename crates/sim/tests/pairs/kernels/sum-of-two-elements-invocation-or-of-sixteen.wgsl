// name = "a sum of two elements an invocation, or of sixteen"
// source = "Harris, Optimizing Parallel Reduction in CUDA, kernels 4 and 7; more elements an invocation leave fewer trees for as many bytes"
// range = { "ampere-8.6" = [1.1, 2.6], "rdna3" = [1.05, 3] }
// missed."rdna3" = "1.01: eight workgroups a unit hide their trees behind DRAM, which the range does not allow for"
// long = true
// slow = [16384, 1, 1]
// fast = [2048, 1, 1]
// buffers = [33554432, 65536]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[group.x * 512u + lane] + input[group.x * 512u + lane + 256u];
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += input[group.x * 4096u + i * 256u + lane]; }
  part[lane] = sum;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
