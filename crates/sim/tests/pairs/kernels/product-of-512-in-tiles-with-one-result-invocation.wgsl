// name = "a product of 512 in tiles with one result an invocation, or four in a column"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel, kernels 3 and 4 (2.98 to 8.47 TFLOP/s at 4096 with eight results); count: 1.25 to 2 reads of workgroup memory a multiply-add against 0.5 to 1.25, in 35 and 9 workgroups of the busiest unit on 8.6, 22 and 6 on rdna3, which takes four clocks for a vec4"
// range = { "ampere-8.6" = [1.4, 2.6], "rdna3" = [1.25, 2.4] }
// long = true
// slow = [32, 32, 1]
// fast = [32, 8, 1]
// buffers = [1048576, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
var<workgroup> left: array<array<f32, 16>, 16>;
var<workgroup> tall: array<array<f32, 16>, 64>;
var<workgroup> right: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var at = 0u; at < 512u; at += 16u) {
    left[local.y][local.x] = a[id.y * 512u + at + local.x];
    right[local.y][local.x] = b[(at + local.y) * 512u + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum += left[local.y][k] * right[k][local.x]; }
    workgroupBarrier();
  }
  c[id.y * 512u + id.x] = sum;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sums = vec4f(0.0);
  for (var at = 0u; at < 512u; at += 16u) {
    for (var i = local.y; i < 64u; i += 16u) { tall[i][local.x] = a[(group.y * 64u + i) * 512u + at + local.x]; }
    right[local.y][local.x] = b[(at + local.y) * 512u + id.x];
    workgroupBarrier();
    let row = local.y * 4u;
    for (var k = 0u; k < 16u; k++) {
      sums += vec4f(tall[row][k], tall[row + 1u][k], tall[row + 2u][k], tall[row + 3u][k]) * right[k][local.x];
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) { c[(group.y * 64u + local.y * 4u + i) * 512u + id.x] = sums[i]; }
}
