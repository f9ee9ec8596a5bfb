// name = "a transpose in workgroups of 1024, or of 256 that move four rows each"
// source = "Harris, An Efficient Matrix Transpose in CUDA C/C++: 32 x 8 lanes a tile of 32 x 32; one workgroup of 1024 on a unit of 1536, which waits at its barrier"
// range = { "ampere-8.6" = [1.0, 1.5], "rdna3" = [0.95, 1.5] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 2048u;
var<workgroup> tile: array<f32, 1056>;
@compute @workgroup_size(32, 32) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) at: vec3u) {
  tile[at.y * 33u + at.x] = input[(group.y * 32u + at.y) * N + group.x * 32u + at.x];
  workgroupBarrier();
  output[(group.x * 32u + at.y) * N + group.y * 32u + at.x] = tile[at.x * 33u + at.y];
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) at: vec3u) {
  for (var j = 0u; j < 32u; j += 8u) { tile[(at.y + j) * 33u + at.x] = input[(group.y * 32u + at.y + j) * N + group.x * 32u + at.x]; }
  workgroupBarrier();
  for (var j = 0u; j < 32u; j += 8u) { output[(group.x * 32u + at.y + j) * N + group.y * 32u + at.x] = tile[at.x * 33u + at.y + j]; }
}
