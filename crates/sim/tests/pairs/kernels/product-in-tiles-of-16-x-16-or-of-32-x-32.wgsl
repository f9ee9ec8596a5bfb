// name = "a product in tiles of 16 x 16, or of 32 x 32"
// source = "counting: half the reads from level 2, which do not limit; one workgroup of 1024 in place of six of 256 waits at its barriers alone"
// range = { "ampere-8.6" = [0.8, 1.45], "rdna3" = [0.8, 1.6] }
// long = true
// slow = [32, 32, 1]
// fast = [16, 16, 1]
// buffers = [1048576, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 512u;

var<workgroup> a16: array<array<f32, 16>, 16>;
var<workgroup> b16: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
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

var<workgroup> a32: array<array<f32, 32>, 32>;
var<workgroup> b32: array<array<f32, 32>, 32>;
@compute @workgroup_size(32, 32) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < N; t += 32u) {
    a32[local.y][local.x] = a[id.y * N + t + local.x];
    b32[local.y][local.x] = b[(t + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 32u; k++) { sum += a32[local.y][k] * b32[k][local.x]; }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
