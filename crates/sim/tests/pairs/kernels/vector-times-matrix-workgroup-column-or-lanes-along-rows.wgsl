// name = "a vector times a matrix, a workgroup a column, or lanes along the rows"
// source = "counting: a sector of 32 bytes is read for each 4 bytes by each workgroup, eight times the bytes from level 2"
// range = { "ampere-8.6" = [1.8, 12], "rdna3" = [1.8, 20] }
// long = true
// slow = [4096, 1, 1]
// fast = [128, 1, 1]
// buffers = [67108864, 16384, 16384]

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 4096u;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < N; i += 256u) { sum = fma(vector[i], matrix[i * N + group.x], sum); }
  part[lane] = sum;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let column = group.x * 32u + local.x;
  var sum = 0.0;
  for (var i = local.y; i < N; i += 8u) { sum = fma(vector[i], matrix[i * N + column], sum); }
  part[local.y * 32u + local.x] = sum;
  workgroupBarrier();
  if local.y == 0u {
    for (var y = 1u; y < 8u; y++) { sum += part[y * 32u + local.x]; }
    output[column] = sum;
  }
}
