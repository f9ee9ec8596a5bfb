// name = "4 x 4 results an invocation from words of workgroup memory, or from vec4s"
// source = "counting: two wavefronts for four words a lane, or eight where compilers do not join them (Boehm, How to Optimize a CUDA Matmul Kernel, kernel 6)"
// range = { "ampere-8.6" = [0.95, 2.2], "rdna3" = [0.95, 2.6] }
// long = true
// slow = [16, 16, 1]
// fast = [16, 16, 1]
// buffers = [1048576, 4194304, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 1024u;
const K = 256u;
var<workgroup> ta: array<f32, 1024>;
var<workgroup> tb: array<f32, 1024>;
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<array<f32, 4>, 4>;
  for (var t = 0u; t < K; t += 16u) {
    for (var i = lane; i < 1024u; i += 256u) {
      ta[i] = a[(t + i / 64u) * N + group.y * 64u + i % 64u];
      tb[i] = b[(t + i / 64u) * N + group.x * 64u + i % 64u];
    }
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      for (var y = 0u; y < 4u; y++) {
        for (var x = 0u; x < 4u; x++) { sums[y][x] += ta[k * 64u + local.y * 4u + y] * tb[k * 64u + local.x * 4u + x]; }
      }
    }
    workgroupBarrier();
  }
  for (var y = 0u; y < 4u; y++) {
    for (var x = 0u; x < 4u; x++) { c[(group.y * 64u + local.y * 4u + y) * N + group.x * 64u + local.x * 4u + x] = sums[y][x]; }
  }
}
var<workgroup> va: array<vec4f, 256>;
var<workgroup> vb: array<vec4f, 256>;
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<vec4f, 4>;
  for (var t = 0u; t < K; t += 16u) {
    let row = (t + lane / 16u) * N + lane % 16u * 4u;
    let ra = row + group.y * 64u;
    let rb = row + group.x * 64u;
    va[lane] = vec4f(a[ra], a[ra + 1u], a[ra + 2u], a[ra + 3u]);
    vb[lane] = vec4f(b[rb], b[rb + 1u], b[rb + 2u], b[rb + 3u]);
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      let left = va[k * 16u + local.y];
      let right = vb[k * 16u + local.x];
      for (var y = 0u; y < 4u; y++) { sums[y] += left[y] * right; }
    }
    workgroupBarrier();
  }
  for (var y = 0u; y < 4u; y++) {
    for (var x = 0u; x < 4u; x++) { c[(group.y * 64u + local.y * 4u + y) * N + group.x * 64u + local.x * 4u + x] = sums[y][x]; }
  }
}
