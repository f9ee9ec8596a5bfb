// name = "a product with 8 results an invocation, or 64"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel, kernels 4 and 5 on an A6000: 8475 against 15972 GFLOP/s"
// range = { "ampere-8.6" = [1.2, 2.3], "rdna3" = [1.0, 2.6] }
// long = true
// slow = [32, 32, 1]
// fast = [16, 16, 1]
// buffers = [1048576, 16777216, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 2048u;
const K = 128u;

var<workgroup> sa: array<f32, 512>;
var<workgroup> sb: array<f32, 512>;
@compute @workgroup_size(512) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let column = lane % 64u;
  let row = lane / 64u;
  var sums: array<f32, 8>;
  for (var t = 0u; t < K; t += 8u) {
    sa[lane] = a[(group.y * 64u + lane / 8u) * K + t + lane % 8u];
    sb[lane] = b[(t + row) * N + group.x * 64u + column];
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) {
      let v = sb[k * 64u + column];
      for (var i = 0u; i < 8u; i++) { sums[i] = fma(sa[(row * 8u + i) * 8u + k], v, sums[i]); }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 8u; i++) { c[(group.y * 64u + row * 8u + i) * N + group.x * 64u + column] = sums[i]; }
}

var<workgroup> fa: array<f32, 1024>;
var<workgroup> fb: array<f32, 1024>;
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let column = lane % 16u;
  let row = lane / 16u;
  var sums: array<f32, 64>;
  for (var t = 0u; t < K; t += 8u) {
    for (var i = 0u; i < 4u; i++) {
      let at = lane + i * 256u;
      fa[at] = a[(group.y * 128u + at / 8u) * K + t + at % 8u];
      fb[at] = b[(t + at / 128u) * N + group.x * 128u + at % 128u];
    }
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) {
      var va: array<f32, 8>;
      var vb: array<f32, 8>;
      for (var i = 0u; i < 8u; i++) { va[i] = fa[(row * 8u + i) * 8u + k]; }
      for (var j = 0u; j < 8u; j++) { vb[j] = fb[k * 128u + column * 8u + j]; }
      for (var i = 0u; i < 8u; i++) {
        for (var j = 0u; j < 8u; j++) { sums[i * 8u + j] = fma(va[i], vb[j], sums[i * 8u + j]); }
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 8u; i++) {
    for (var j = 0u; j < 8u; j++) { c[(group.y * 128u + row * 8u + i) * N + group.x * 128u + column * 8u + j] = sums[i * 8u + j]; }
  }
}
