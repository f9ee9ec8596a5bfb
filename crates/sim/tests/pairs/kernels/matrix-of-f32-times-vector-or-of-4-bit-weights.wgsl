// name = "a matrix of f32 times a vector, or of 4-bit weights"
// source = "counting: 64 MiB through DRAM against 8 MiB; unpacking takes a shift, a mask and a conversion a weight (Frantar et al., GPTQ, arXiv 2210.17323: matrix-vector products gain what weights shrink)"
// range = { "ampere-8.6" = [3, 8.2], "rdna3" = [3, 8.2] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16384, 16384, 8388608, 16384]

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read> packed: array<u32>;
@group(0) @binding(4) var<storage, read> vector4: array<vec4f>;
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
  var sum = 0.0;
  for (var i = lane; i < 512u; i += 64u) {
    let w = packed[group.x * 512u + i];
    let low = vec4f(vec4u(w, w >> 4u, w >> 8u, w >> 12u) & vec4u(15u));
    let high = vec4f(vec4u(w >> 16u, w >> 20u, w >> 24u, w >> 28u) & vec4u(15u));
    sum += dot(low, vector4[i * 2u]) + dot(high, vector4[i * 2u + 1u]);
  }
  part[lane] = sum * 0.0625;
  workgroupBarrier();
  for (var s = 32u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
