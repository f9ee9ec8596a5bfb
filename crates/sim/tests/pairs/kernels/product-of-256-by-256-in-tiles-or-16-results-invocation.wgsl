// name = "a product of 256 by 256 in tiles, or 16 results an invocation in 16 workgroups"
// source = "loads of workgroup memory fall to a fourth, but 16 workgroups stand on 30 units, or 48"
// range = { "ampere-8.6" = [0.9, 2.4], "rdna3" = [0.5, 1.7] }
// long = true
// slow = [16, 16, 1]
// fast = [4, 4, 1]
// buffers = [262144, 262144, 262144]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
const N = 256u;
var<workgroup> left: array<f32, 1024>;
var<workgroup> right: array<f32, 1024>;
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = group.y * 16u + local.y;
  let column = group.x * 16u + local.x;
  var sum = 0.0;
  for (var t = 0u; t < N; t += 16u) {
    left[local.y * 16u + local.x] = a[row * N + t + local.x];
    right[local.y * 16u + local.x] = b[(t + local.y) * N + column];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(left[local.y * 16u + k], right[k * 16u + local.x], sum); }
    workgroupBarrier();
  }
  c[row * N + column] = sum;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sums: array<f32, 16>;
  for (var t = 0u; t < N; t += 16u) {
    for (var k = 0u; k < 4u; k++) {
      left[(local.y + 16u * k) * 16u + local.x] = a[(group.y * 64u + local.y + 16u * k) * N + t + local.x];
      right[local.y * 64u + local.x + 16u * k] = b[(t + local.y) * N + group.x * 64u + local.x + 16u * k];
    }
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      for (var i = 0u; i < 4u; i++) { for (var j = 0u; j < 4u; j++) { sums[i * 4u + j] = fma(left[(local.y + 16u * i) * 16u + k], right[k * 64u + local.x + 16u * j], sums[i * 4u + j]); } }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) { for (var j = 0u; j < 4u; j++) { c[(group.y * 64u + local.y + 16u * i) * N + group.x * 64u + local.x + 16u * j] = sums[i * 4u + j]; } }
}
