// name = "a product of 64 x 8192 and 8192 x 64 in 16 workgroups, or its sums split in sixteen"
// source = "NVIDIA, CUTLASS, efficient GEMM, split-K: 16 workgroups on 30 or 48 units, or 256"
// range = { "ampere-8.6" = [3, 16], "rdna3" = [4, 17] }
// long = true
// slow = [4, 4, 1]
// fast = [4, 4, 16]
// buffers = [2097152, 262144, 2097152]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const K = 8192u;
var<workgroup> ta: array<f32, 256>;
var<workgroup> tb: array<f32, 256>;
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < K; t += 16u) {
    ta[local.y * 16u + local.x] = a[(group.y * 16u + local.y) * K + t + local.x];
    tb[local.y * 16u + local.x] = b[(t + local.y) * 64u + group.x * 16u + local.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(ta[local.y * 16u + k], tb[k * 16u + local.x], sum); }
    workgroupBarrier();
  }
  c[group.z * 4096u + (group.y * 16u + local.y) * 64u + group.x * 16u + local.x] = sum;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = group.z * 512u; t < group.z * 512u + 512u; t += 16u) {
    ta[local.y * 16u + local.x] = a[(group.y * 16u + local.y) * K + t + local.x];
    tb[local.y * 16u + local.x] = b[(t + local.y) * 64u + group.x * 16u + local.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(ta[local.y * 16u + k], tb[k * 16u + local.x], sum); }
    workgroupBarrier();
  }
  c[group.z * 4096u + (group.y * 16u + local.y) * 64u + group.x * 16u + local.x] = sum;
}
