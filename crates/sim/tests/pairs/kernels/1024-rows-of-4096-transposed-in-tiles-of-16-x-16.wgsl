// name = "1024 rows of 4096 transposed in tiles of 16 x 16, or of 32 x 32"
// source = "as many bytes, rows of 64 or of 128 of them; four times the workgroups with an element an invocation, 64 us of rounds beside 106 us of DRAM on 8.6 (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++); rdna3: 19 us of rounds beside 18 us of reads"
// range = { "ampere-8.6" = [0.97, 1.45], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [256, 64, 1]
// fast = [128, 32, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> small: array<array<f32, 17>, 16>;
var<workgroup> large: array<array<f32, 33>, 32>;
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  small[local.y][local.x] = input[(group.y * 16u + local.y) * 4096u + group.x * 16u + local.x];
  workgroupBarrier();
  output[(group.x * 16u + local.y) * 1024u + group.y * 16u + local.x] = small[local.x][local.y];
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var i = local.y; i < 32u; i += 8u) {
    large[i][local.x] = input[(group.y * 32u + i) * 4096u + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var i = local.y; i < 32u; i += 8u) {
    output[(group.x * 32u + i) * 1024u + group.y * 32u + local.x] = large[local.x][i];
  }
}
