// name = "a product of 512 in tiles with one result an invocation, or two by two"
// source = "count: two reads of workgroup memory a multiply-add against one (CLBlast's tutorial, more work per thread: 1.3 to 1.9 with two to four results)"
// range = { "ampere-8.6" = [1.3, 2.2], "rdna3" = [1.2, 2.3] }
// long = true
// slow = [32, 32, 1]
// fast = [16, 16, 1]
// buffers = [1048576, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
var<workgroup> a1: array<array<f32, 16>, 16>;
var<workgroup> b1: array<array<f32, 16>, 16>;
var<workgroup> a2: array<array<f32, 16>, 32>;
var<workgroup> b2: array<array<f32, 32>, 16>;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var at = 0u; at < 512u; at += 16u) {
    a1[local.y][local.x] = a[id.y * 512u + at + local.x];
    b1[local.y][local.x] = b[(at + local.y) * 512u + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum += a1[local.y][k] * b1[k][local.x]; }
    workgroupBarrier();
  }
  c[id.y * 512u + id.x] = sum;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = group.y * 32u + local.y;
  let column = group.x * 32u + local.x;
  var s00 = 0.0;
  var s01 = 0.0;
  var s10 = 0.0;
  var s11 = 0.0;
  for (var at = 0u; at < 512u; at += 16u) {
    a2[local.y][local.x] = a[row * 512u + at + local.x];
    a2[local.y + 16u][local.x] = a[(row + 16u) * 512u + at + local.x];
    b2[local.y][local.x] = b[(at + local.y) * 512u + column];
    b2[local.y][local.x + 16u] = b[(at + local.y) * 512u + column + 16u];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      let x0 = a2[local.y][k];
      let x1 = a2[local.y + 16u][k];
      let y0 = b2[k][local.x];
      let y1 = b2[k][local.x + 16u];
      s00 += x0 * y0;
      s01 += x0 * y1;
      s10 += x1 * y0;
      s11 += x1 * y1;
    }
    workgroupBarrier();
  }
  c[row * 512u + column] = s00;
  c[row * 512u + column + 16u] = s01;
  c[(row + 16u) * 512u + column] = s10;
  c[(row + 16u) * 512u + column + 16u] = s11;
}
