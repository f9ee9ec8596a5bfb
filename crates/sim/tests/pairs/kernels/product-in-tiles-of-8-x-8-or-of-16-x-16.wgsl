// name = "a product in tiles of 8 x 8, or of 16 x 16"
// source = "CUDA C++ Programming Guide, shared memory: each element is read N / tile times; twice as often, with twice the barriers"
// range = { "ampere-8.6" = [1.1, 2.1], "rdna3" = [1.0, 2.2] }
// long = true
// slow = [64, 64, 1]
// fast = [32, 32, 1]
// buffers = [1048576, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 512u;

var<workgroup> a8: array<array<f32, 8>, 8>;
var<workgroup> b8: array<array<f32, 8>, 8>;
@compute @workgroup_size(8, 8) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < N; t += 8u) {
    a8[local.y][local.x] = a[id.y * N + t + local.x];
    b8[local.y][local.x] = b[(t + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) { sum += a8[local.y][k] * b8[k][local.x]; }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}

var<workgroup> a16: array<array<f32, 16>, 16>;
var<workgroup> b16: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < N; t += 16u) {
    a16[local.y][local.x] = a[id.y * N + t + local.x];
    b16[local.y][local.x] = b[(t + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum += a16[local.y][k] * b16[k][local.x]; }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
