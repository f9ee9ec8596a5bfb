// name = "a transpose, straight or through a padded tile"
// source = "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++: 124 against 352 GB/s on Tesla M2050; yencal/gpu-matrix-transpose: 476 against 2775 on H100"
// range = { "ampere-8.6" = [1.7, 8], "rdna3" = [1.3, 20] }
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
    let y = group.y * 32u + local.y + j;
    output[(group.x * 32u + local.x) * N + y] = input[y * N + group.x * 32u + local.x];
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
