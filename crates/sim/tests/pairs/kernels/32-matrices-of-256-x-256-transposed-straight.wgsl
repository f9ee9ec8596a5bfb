// name = "32 matrices of 256 x 256 transposed straight, or through a padded tile"
// source = "level 2 gathers the scattered words of a matrix of 256 KiB, but takes a sector for each: 61 us beside 53 us of DRAM on 8.6; straight transposes of matrices beyond it are 2 to 4 times slower (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++)"
// range = { "ampere-8.6" = [1.1, 3.5], "rdna3" = [1.0, 5] }
// slow = [8, 8, 32]
// fast = [8, 8, 32]
// buffers = [8388608, 8388608]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let matrix = group.z * 65536u;
  for (var i = local.y; i < 32u; i += 8u) {
    output[matrix + (group.x * 32u + local.x) * 256u + group.y * 32u + i] = input[matrix + (group.y * 32u + i) * 256u + group.x * 32u + local.x];
  }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let matrix = group.z * 65536u;
  for (var i = local.y; i < 32u; i += 8u) {
    tile[i][local.x] = input[matrix + (group.y * 32u + i) * 256u + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var i = local.y; i < 32u; i += 8u) {
    output[matrix + (group.x * 32u + i) * 256u + group.y * 32u + local.x] = tile[local.x][i];
  }
}
