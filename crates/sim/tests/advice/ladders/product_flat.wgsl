// steps: columns rows tiled strips spread
// next: swap-axes, reuse-loads|denser-requests|reuse-in-unit|fewer-instructions, fewer-shared-reads|fewer-instructions|reuse-in-unit, neighbouring-words|vector|interleave
// best: wide
// columns: 8 2048
// rows: 8 2048
// tiled: 128 128
// strips: 16 16
// spread: 16 16
// wide: 16 16
// buffers: 65536 65536 4194304
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(1) var<storage, read> b4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c4: array<vec4f>;

const N = 2048u;
const K = 32u;

// Workgroups of one row, which runs down a column ...
fn product(row: u32, column: u32) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum += a[row * K + k] * b[k * N + column]; }
  c[row * N + column] = sum;
}
@compute @workgroup_size(256) fn columns(@builtin(global_invocation_id) id: vec3u) { product(id.x, id.y); }
// ... or along the row.
@compute @workgroup_size(256) fn rows(@builtin(global_invocation_id) id: vec3u) { product(id.y, id.x); }

var<workgroup> small_a: array<array<f32, 16>, 16>;
var<workgroup> small_b: array<array<f32, 16>, 16>;
@compute @workgroup_size(16, 16)
fn tiled(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var first = 0u; first < K; first += 16u) {
    small_a[local.y][local.x] = a[id.y * K + first + local.x];
    small_b[local.y][local.x] = b[(first + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { sum = fma(small_a[local.y][k], small_b[k][local.x], sum); }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}

// A tile of results in each invocation: eight neighbouring columns, or columns that lie a workgroup's width apart.
const TILE = 128u;
const DEEP = 16u;
var<workgroup> tile_a: array<array<f32, 17>, 128>;
var<workgroup> tile_b: array<array<f32, 128>, 16>;
fn fill(group: vec3u, lane: u32, first: u32) {
  for (var i = lane; i < TILE * DEEP; i += 256u) {
    tile_a[i / DEEP][i % DEEP] = a[(group.y * TILE + i / DEEP) * K + first + i % DEEP];
    tile_b[i / TILE][i % TILE] = b[(first + i / TILE) * N + group.x * TILE + i % TILE];
  }
  workgroupBarrier();
}
@compute @workgroup_size(16, 16)
fn strips(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<array<f32, 8>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    fill(group, lane, first);
    for (var k = 0u; k < DEEP; k++) {
      var right: array<f32, 8>;
      for (var e = 0u; e < 8u; e++) { right[e] = tile_b[k][local.x * 8u + e]; }
      for (var r = 0u; r < 8u; r++) {
        let left = tile_a[local.y * 8u + r][k];
        for (var e = 0u; e < 8u; e++) { sums[r][e] = fma(left, right[e], sums[r][e]); }
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 8u; r++) {
    for (var e = 0u; e < 8u; e++) {
      c[(group.y * TILE + local.y * 8u + r) * N + group.x * TILE + local.x * 8u + e] = sums[r][e];
    }
  }
}
@compute @workgroup_size(16, 16)
fn spread(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<array<f32, 8>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    fill(group, lane, first);
    for (var k = 0u; k < DEEP; k++) {
      var right: array<f32, 8>;
      for (var e = 0u; e < 8u; e++) { right[e] = tile_b[k][local.x + 16u * e]; }
      for (var r = 0u; r < 8u; r++) {
        let left = tile_a[local.y * 8u + r][k];
        for (var e = 0u; e < 8u; e++) { sums[r][e] = fma(left, right[e], sums[r][e]); }
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 8u; r++) {
    for (var e = 0u; e < 8u; e++) {
      c[(group.y * TILE + local.y * 8u + r) * N + group.x * TILE + local.x + 16u * e] = sums[r][e];
    }
  }
}

// The best rung: columns by vectors.
var<workgroup> wide_b: array<array<vec4f, 32>, 16>;
@compute @workgroup_size(16, 16)
fn wide(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sums: array<array<vec4f, 2>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    for (var i = lane; i < TILE * DEEP; i += 256u) {
      tile_a[i / DEEP][i % DEEP] = a[(group.y * TILE + i / DEEP) * K + first + i % DEEP];
    }
    for (var i = lane; i < TILE * DEEP / 4u; i += 256u) {
      wide_b[i / 32u][i % 32u] = b4[((first + i / 32u) * N + group.x * TILE) / 4u + i % 32u];
    }
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      let left = wide_b[k][local.x];
      let right = wide_b[k][local.x + 16u];
      for (var r = 0u; r < 8u; r++) {
        let value = vec4f(tile_a[local.y * 8u + r][k]);
        sums[r][0] = fma(value, left, sums[r][0]);
        sums[r][1] = fma(value, right, sums[r][1]);
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 8u; r++) {
    let at = ((group.y * TILE + local.y * 8u + r) * N + group.x * TILE) / 4u + local.x;
    c4[at] = sums[r][0];
    c4[at + 16u] = sums[r][1];
  }
}
