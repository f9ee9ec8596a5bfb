// suggests: fewer-shared-reads
// machine: rdna3
// said: compute twice as many results in each invocation
// unsaid: avoid bank conflicts
// figure: shared_wavefronts
// before: 16 16
// after: 16 8
// buffers: 65536 65536 1048576
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

// Four results, and then eight, in each invocation: a product of 1024 x 64 and 64 x 1024, `a` by its columns.
const N = 256u;
const K = 64u;
const DEEP = 16u;
var<workgroup> left: array<array<vec4f, 16>, 16>;
var<workgroup> more: array<array<vec4f, 16>, 16>;
var<workgroup> right: array<array<vec4f, 16>, 16>;

@compute @workgroup_size(16, 16)
fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sums: array<vec4f, 4>;
  for (var first = 0u; first < K; first += DEEP) {
    left[local.y][local.x] = a[(first + local.y) * N + group.y * 16u + local.x];
    right[local.y][local.x] = b[(first + local.y) * N + group.x * 16u + local.x];
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      let column = left[k][local.y];
      let row = right[k][local.x];
      for (var r = 0u; r < 4u; r++) { sums[r] = fma(vec4f(column[r]), row, sums[r]); }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 4u; r++) { c[(group.y * 64u + local.y * 4u + r) * N + group.x * 16u + local.x] = sums[r]; }
}
@compute @workgroup_size(16, 16)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sums: array<vec4f, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    left[local.y][local.x] = a[(first + local.y) * N + group.y * 32u + local.x];
    more[local.y][local.x] = a[(first + local.y) * N + group.y * 32u + 16u + local.x];
    right[local.y][local.x] = b[(first + local.y) * N + group.x * 16u + local.x];
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      let column = left[k][local.y];
      let below = more[k][local.y];
      let row = right[k][local.x];
      for (var r = 0u; r < 4u; r++) {
        sums[r] = fma(vec4f(column[r]), row, sums[r]);
        sums[r + 4u] = fma(vec4f(below[r]), row, sums[r + 4u]);
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 4u; r++) {
    c[(group.y * 128u + local.y * 4u + r) * N + group.x * 16u + local.x] = sums[r];
    c[(group.y * 128u + 64u + local.y * 4u + r) * N + group.x * 16u + local.x] = sums[r + 4u];
  }
}
