// name = "a product in tiles, or 16 results an invocation"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel: 2980 against 8475 (8 results) and 15972 (64) GFLOP/s"
// range = { "ampere-8.6" = [2, 5.4], "rdna3" = [1.5, 5.4] }
// long = true
// slow = [64, 64, 1]
// fast = [16, 16, 1]
// buffers = [524288, 4194304, 524288]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 1024u;
const K = 128u;

var<workgroup> ta: array<f32, 256>;
var<workgroup> tb: array<f32, 256>;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
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

var<workgroup> ra: array<f32, 512>;
var<workgroup> rb: array<f32, 512>;
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sums: array<f32, 16>;
  let lane = local.y * 16u + local.x;
  for (var t = 0u; t < K; t += 8u) {
    for (var i = 0u; i < 2u; i++) {
      let at = lane + i * 256u;
      ra[at] = a[(group.y * 64u + at / 8u) * K + t + at % 8u];
      rb[at] = b[(t + at / 64u) * N + group.x * 64u + at % 64u];
    }
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) {
      var va: array<f32, 4>;
      for (var i = 0u; i < 4u; i++) { va[i] = ra[(local.y * 4u + i) * 8u + k]; }
      for (var j = 0u; j < 4u; j++) {
        let vb = rb[k * 64u + local.x + j * 16u];
        for (var i = 0u; i < 4u; i++) { sums[i * 4u + j] = fma(va[i], vb, sums[i * 4u + j]); }
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    for (var j = 0u; j < 4u; j++) { c[(group.y * 64u + local.y * 4u + i) * N + group.x * 64u + local.x + j * 16u] = sums[i * 4u + j]; }
  }
}
