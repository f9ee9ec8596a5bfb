// suggests: reuse-loads denser-requests
// said: line 20: the loads of `b` account for 78 % of all bytes
// unsaid: load vec4
// figure: global_requests
// before: 32 128
// after: 32 16
// buffers: 32768 32768 1048576
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

const N = 256u;
const K = 8u;

// Four lines load `b`, none of them a quarter of all; all are of vectors already.
@compute @workgroup_size(8, 8) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f();
  for (var k = 0u; k < K; k++) {
    let left = a[id.y * K + k];
    sum = fma(left.xxxx, b[k * 4u * N + id.x], sum);
    sum = fma(left.yyyy, b[(k * 4u + 1u) * N + id.x], sum);
    sum = fma(left.zzzz, b[(k * 4u + 2u) * N + id.x], sum);
    sum = fma(left.wwww, b[(k * 4u + 3u) * N + id.x], sum);
  }
  c[id.y * N + id.x] = sum;
}
var<workgroup> tile: array<array<vec4f, 8>, 64>;
@compute @workgroup_size(8, 8)
fn after(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var row = local.y; row < 64u; row += 8u) { tile[row][local.x] = a[(group.y * 64u + row) * K + local.x]; }
  workgroupBarrier();
  var sums: array<vec4f, 8>;
  for (var k = 0u; k < K; k++) {
    let b0 = b[k * 4u * N + id.x];
    let b1 = b[(k * 4u + 1u) * N + id.x];
    let b2 = b[(k * 4u + 2u) * N + id.x];
    let b3 = b[(k * 4u + 3u) * N + id.x];
    for (var row = 0u; row < 8u; row++) {
      let left = tile[local.y * 8u + row][k];
      sums[row] = fma(left.xxxx, b0, sums[row]);
      sums[row] = fma(left.yyyy, b1, sums[row]);
      sums[row] = fma(left.zzzz, b2, sums[row]);
      sums[row] = fma(left.wwww, b3, sums[row]);
    }
  }
  for (var row = 0u; row < 8u; row++) { c[(id.y * 8u + row) * N + id.x] = sums[row]; }
}
