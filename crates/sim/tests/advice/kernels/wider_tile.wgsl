// suggests: longer-tile
// figure: estimated
// machine: rdna3
// unsaid: make the workgroup longer along x
// before: 64 64
// after: 16 16
// buffers: 32768 32768 262144
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// A product by tiles of 8 x 8: in a workgroup of 32 x 2 each loaded element would serve fewer of the results.
const N = 512u;
const K = 64u;
var<workgroup> small_a: array<array<f32, 8>, 8>;
var<workgroup> small_b: array<array<f32, 8>, 8>;
@compute @workgroup_size(8, 8) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var first = 0u; first < K; first += 8u) {
    small_a[local.y][local.x] = a[id.y * K + first + local.x];
    small_b[local.y][local.x] = b[(first + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) { sum = fma(small_a[local.y][k], small_b[k][local.x], sum); }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
var<workgroup> large_a: array<array<f32, 33>, 32>;
var<workgroup> large_b: array<array<f32, 32>, 32>;
@compute @workgroup_size(64) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<f32, 16>;
  let column = lane % 32u;
  let row = lane / 32u;
  for (var first = 0u; first < K; first += 32u) {
    for (var i = row; i < 32u; i += 2u) {
      large_a[i][column] = a[(group.y * 32u + i) * K + first + column];
      large_b[i][column] = b[(first + i) * N + group.x * 32u + column];
    }
    workgroupBarrier();
    for (var k = 0u; k < 32u; k++) {
      let right = large_b[k][column];
      for (var i = 0u; i < 16u; i++) { sums[i] = fma(large_a[i * 2u + row][k], right, sums[i]); }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 16u; i++) { c[(group.y * 32u + i * 2u + row) * N + group.x * 32u + column] = sums[i]; }
}
