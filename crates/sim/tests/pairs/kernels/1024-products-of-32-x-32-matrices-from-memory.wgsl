// name = "1024 products of 32 x 32 matrices from memory, or from workgroup memory"
// source = "count: one and two clocks of level 1 a multiply-add against one and one of workgroup memory, 73 us against 49 on 8.6, one workgroup of 1024 a unit, so that loads and launches (20 us) hide little; rdna3 as much from either"
// range = { "ampere-8.6" = [0.95, 1.9], "rdna3" = [0.8, 1.8] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [4194304, 4194304, 4194304]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
var<workgroup> left: array<array<f32, 32>, 32>;
var<workgroup> right: array<array<f32, 32>, 32>;
@compute @workgroup_size(32, 32) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let matrix = group.x * 1024u;
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += a[matrix + local.y * 32u + k] * b[matrix + k * 32u + local.x]; }
  c[matrix + local.y * 32u + local.x] = sum;
}
@compute @workgroup_size(32, 32) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let at = group.x * 1024u + local.y * 32u + local.x;
  left[local.y][local.x] = a[at];
  right[local.y][local.x] = b[at];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += left[local.y][k] * right[k][local.x]; }
  c[at] = sum;
}
