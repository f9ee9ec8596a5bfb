// suggests: reuse-loads
// figure: global_bytes
// untold: redundant-loads
// before: 32 15
// after: 32 15
// buffers: 30720 65536 122880
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

const N = 512u;
const K = 128u;
var<workgroup> tile_a: array<array<f32, 16>, 16>;
var<workgroup> tile_b: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum = fma(a[id.y * K + k], b[k * N + id.x], sum); }
  c[id.y * N + id.x] = sum;
}
@compute @workgroup_size(16, 16) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var first = 0u; first < K; first += 16u) {
    tile_a[local.y][local.x] = a[id.y * K + first + local.x];
    tile_b[local.y][local.x] = b[(first + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(tile_a[local.y][k], tile_b[k][local.x], sum); }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
