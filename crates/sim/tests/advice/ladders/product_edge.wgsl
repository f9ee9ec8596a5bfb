// steps: rows tiled blocked clamped wide
// next: reuse-loads|denser-requests|reuse-in-unit|fewer-instructions, fewer-shared-reads|fewer-instructions|reuse-in-unit|longer-rows|longer-tile, more-in-flight|fewer-instructions|fewer-shared-reads, fewer-instructions|fewer-shared-reads
// best: wide
// rows: 63 63
// tiled: 63 63
// blocked: 16 16
// clamped: 16 16
// wide: 16 16
// buffers: 32000 32000 1000000
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(0) var<storage, read> a4: array<vec4f>;
@group(0) @binding(1) var<storage, read> b4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c4: array<vec4f>;

// A, transposed, times B, of a size that no tile divides.
const N = 1000u;
const K = 32u;
const DEEP = 16u;
@compute @workgroup_size(16, 16) fn rows(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= N || id.y >= N { return; }
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum += a[k * N + id.y] * b[k * N + id.x]; }
  c[id.y * N + id.x] = sum;
}
var<workgroup> small_a: array<array<f32, 16>, 16>;
var<workgroup> small_b: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var first = 0u; first < K; first += DEEP) {
    let row = group.y * 16u + local.x;
    if row < N { small_a[local.y][local.x] = a[(first + local.y) * N + row]; }
    if id.x < N { small_b[local.y][local.x] = b[(first + local.y) * N + id.x]; }
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) { sum = fma(small_a[k][local.y], small_b[k][local.x], sum); }
    workgroupBarrier();
  }
  if id.x < N && id.y < N { c[id.y * N + id.x] = sum; }
}

// Sixteen results in each invocation. Loads in an `if` of their own are waited for one by one, ...
var<workgroup> tile_a: array<array<f32, 64>, 16>;
var<workgroup> tile_b: array<array<f32, 64>, 16>;
var<private> sums: array<array<f32, 4>, 4>;
fn multiply(local: vec3u) {
  workgroupBarrier();
  for (var k = 0u; k < DEEP; k++) {
    var left: array<f32, 4>;
    for (var i = 0u; i < 4u; i++) { left[i] = tile_a[k][local.y + 16u * i]; }
    for (var j = 0u; j < 4u; j++) {
      let right = tile_b[k][local.x + 16u * j];
      for (var i = 0u; i < 4u; i++) { sums[i][j] = fma(left[i], right, sums[i][j]); }
    }
  }
  workgroupBarrier();
}
fn store(group: vec3u, local: vec3u) {
  for (var i = 0u; i < 4u; i++) {
    for (var j = 0u; j < 4u; j++) {
      let row = group.y * 64u + local.y + 16u * i;
      let column = group.x * 64u + local.x + 16u * j;
      if row < N && column < N { c[row * N + column] = sums[i][j]; }
    }
  }
}
@compute @workgroup_size(16, 16)
fn blocked(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var first = 0u; first < K; first += DEEP) {
    for (var i = 0u; i < 4u; i++) {
      let k = lane / 64u + 4u * i;
      let row = group.y * 64u + lane % 64u;
      let column = group.x * 64u + lane % 64u;
      if row < N { tile_a[k][lane % 64u] = a[(first + k) * N + row]; }
      if column < N { tile_b[k][lane % 64u] = b[(first + k) * N + column]; }
    }
    multiply(local);
  }
  store(group, local);
}
// ... others together.
@compute @workgroup_size(16, 16)
fn clamped(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var first = 0u; first < K; first += DEEP) {
    for (var i = 0u; i < 4u; i++) {
      let k = lane / 64u + 4u * i;
      tile_a[k][lane % 64u] = a[(first + k) * N + min(group.y * 64u + lane % 64u, N - 1u)];
      tile_b[k][lane % 64u] = b[(first + k) * N + min(group.x * 64u + lane % 64u, N - 1u)];
    }
    multiply(local);
  }
  store(group, local);
}

// The best rung: by vectors.
var<workgroup> wide_a: array<array<vec4f, 16>, 16>;
var<workgroup> wide_b: array<array<vec4f, 16>, 16>;
@compute @workgroup_size(16, 16)
fn wide(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var rows: array<vec4f, 4>;
  for (var first = 0u; first < K; first += DEEP) {
    wide_a[local.y][local.x] = a4[(first + local.y) * (N / 4u) + min(group.y * 16u + local.x, N / 4u - 1u)];
    wide_b[local.y][local.x] = b4[(first + local.y) * (N / 4u) + min(group.x * 16u + local.x, N / 4u - 1u)];
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      let left = wide_a[k][local.y];
      let right = wide_b[k][local.x];
      for (var i = 0u; i < 4u; i++) { rows[i] = fma(vec4f(left[i]), right, rows[i]); }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    let row = group.y * 64u + 4u * local.y + i;
    let column = group.x * 16u + local.x;
    if row < N && column < N / 4u { c4[row * (N / 4u) + column] = rows[i]; }
  }
}
