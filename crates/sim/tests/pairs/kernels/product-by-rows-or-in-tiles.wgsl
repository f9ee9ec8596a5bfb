// name = "a product by rows, or in tiles"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel: 1986 against 2980 GFLOP/s"
// range = { "ampere-8.6" = [1.0, 2.5], "rdna3" = [0.8, 3] }
// slow = [32, 128, 1]
// fast = [64, 64, 1]
// buffers = [524288, 4194304, 524288]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 1024u;
const K = 128u;

@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum = fma(a[id.y * K + k], b[k * N + id.x], sum); }
  c[id.y * N + id.x] = sum;
}

var<workgroup> ta: array<f32, 256>;
var<workgroup> tb: array<f32, 256>;
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < K; t += 16u) {
    ta[local.y * 16u + local.x] = a[id.y * K + t + local.x];
    tb[local.y * 16u + local.x] = b[(t + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(ta[local.y * 16u + k], tb[k * 16u + local.x], sum); }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
