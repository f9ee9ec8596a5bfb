// name = "a matrix of ones and minus ones as f32 times a vector, or as bits"
// source = "Courbariaux et al., Binarized Neural Networks (arXiv 1602.02830): 32 times fewer bytes; exclusive or and a count of bits; 64 MiB or 2 MiB, less launch and trees"
// range = { "ampere-8.6" = [9, 31], "rdna3" = [6, 31] }
// missed."rdna3" = "31.1: no start of a launch is known there, so that 2.5 us of 2 MiB stand against 77 us of 64, of 32 times the bytes"
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16384, 16384, 2097152, 512]

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read> signs: array<u32>;
var<workgroup> part: array<f32, 64>;
@compute @workgroup_size(64) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 4096u; i += 64u) { sum = fma(matrix[group.x * 4096u + i], vector[i], sum); }
  part[lane] = sum;
  workgroupBarrier();
  for (var s = 32u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(64) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var differ = countOneBits(bits[group.x * 128u + lane] ^ signs[lane]);
  differ += countOneBits(bits[group.x * 128u + lane + 64u] ^ signs[lane + 64u]);
  part[lane] = 64.0 - 2.0 * f32(differ);
  workgroupBarrier();
  for (var s = 32u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
