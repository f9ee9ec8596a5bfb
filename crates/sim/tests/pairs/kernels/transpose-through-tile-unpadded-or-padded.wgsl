// name = "a transpose through a tile, unpadded or padded"
// source = "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++: 220 against 352 GB/s; yencal/gpu-matrix-transpose: 996 against 1693 on H100"
// range = { "ampere-8.6" = [1.1, 2.2], "rdna3" = [1.0, 2.5] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
var<workgroup> plain: array<f32, 1024>;
var<workgroup> padded: array<f32, 1056>;
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = 0u; j < 32u; j += 8u) {
    plain[(local.y + j) * 32u + local.x] = input[(group.y * 32u + local.y + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = 0u; j < 32u; j += 8u) {
    output[(group.x * 32u + local.y + j) * N + group.y * 32u + local.x] = plain[local.x * 32u + local.y + j];
  }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = 0u; j < 32u; j += 8u) {
    padded[(local.y + j) * 33u + local.x] = input[(group.y * 32u + local.y + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = 0u; j < 32u; j += 8u) {
    output[(group.x * 32u + local.y + j) * N + group.y * 32u + local.x] = padded[local.x * 33u + local.y + j];
  }
}
