// name = "a product by columns, or by rows"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel: 309 against 1986 GFLOP/s"
// range = { "ampere-8.6" = [3, 10], "rdna3" = [1.5, 20] }
// long = true
// slow = [32, 128, 1]
// fast = [32, 128, 1]
// buffers = [524288, 4194304, 524288]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 1024u;
const K = 128u;

@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum = fma(a[id.x * K + k], b[k * N + id.y], sum); }
  c[id.x * N + id.y] = sum;
}

@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum = fma(a[id.y * K + k], b[k * N + id.x], sum); }
  c[id.y * N + id.x] = sum;
}
