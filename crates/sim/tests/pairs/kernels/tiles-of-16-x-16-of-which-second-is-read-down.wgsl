// name = "tiles of 16 x 16 of which the second is read down its columns, or along its rows"
// source = "counting: 16 words in two banks take 8 wavefronts for one, beside one for the other tile and a multiply-add"
// range = { "ampere-8.6" = [2.2, 5], "rdna3" = [1.5, 5] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
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
    for (var k = 0u; k < 16u; k++) { sum = fma(ta[local.y * 16u + k], tb[local.x * 16u + k], sum); }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
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
