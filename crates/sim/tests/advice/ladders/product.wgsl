// steps: columns rows tiled unkept blocked
// next: swap-axes|reuse-loads|denser-requests, reuse-loads|denser-requests|reuse-in-unit, fewer-shared-reads|fewer-instructions|reuse-in-unit|reuse-loads, keep-values
// best: wide
// columns: 128 128
// rows: 128 128
// tiled: 128 128
// unkept: 16 16
// blocked: 16 16
// wide: 16 16
// buffers: 131072 131072 4194304
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(0) var<storage, read> a4: array<vec4f>;
@group(0) @binding(1) var<storage, read> b4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c4: array<vec4f>;

const N = 2048u;
const K = 64u;

fn product(row: u32, column: u32) {
  var sum = 0.0;
  for (var k = 0u; k < K; k++) { sum = fma(a[row * K + k], b[k * N + column], sum); }
  c[row * N + column] = sum;
}
@compute @workgroup_size(16, 16) fn columns(@builtin(global_invocation_id) id: vec3u) { product(id.x, id.y); }
@compute @workgroup_size(16, 16) fn rows(@builtin(global_invocation_id) id: vec3u) { product(id.y, id.x); }

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

// A tile of 8 x 8 results in registers; neighbouring lanes have neighbouring columns.
const TILE = 128u;
const DEEP = 8u;
var<workgroup> tile_a: array<f32, 1056>; // transposed, rows padded
var<workgroup> tile_b: array<f32, 1024>;
fn fill(group: vec3u, lane: u32, first: u32) {
  for (var i = lane; i < TILE * DEEP; i += 256u) {
    tile_a[i % DEEP * 132u + i / DEEP] = a[(group.y * TILE + i / DEEP) * K + first + i % DEEP];
    tile_b[i] = b[(first + i / TILE) * N + group.x * TILE + i % TILE];
  }
}
fn leave(group: vec3u, row: u32, column: u32, sums: array<array<f32, 8>, 8>) {
  for (var r = 0u; r < 8u; r++) {
    for (var e = 0u; e < 8u; e++) {
      c[(group.y * TILE + row + r) * N + group.x * TILE + column + 16u * e] = sums[r][e];
    }
  }
}
@compute @workgroup_size(256)
fn unkept(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = lane / 16u * 8u;
  let column = lane % 16u;
  var sums: array<array<f32, 8>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    fill(group, lane, first);
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      for (var r = 0u; r < 8u; r++) {
        for (var e = 0u; e < 8u; e++) {
          sums[r][e] = fma(tile_a[k * 132u + row + r], tile_b[k * TILE + column + 16u * e], sums[r][e]);
        }
      }
    }
    workgroupBarrier();
  }
  leave(group, row, column, sums);
}
@compute @workgroup_size(256)
fn blocked(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = lane / 16u * 8u;
  let column = lane % 16u;
  var sums: array<array<f32, 8>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    fill(group, lane, first);
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      var right: array<f32, 8>;
      for (var e = 0u; e < 8u; e++) { right[e] = tile_b[k * TILE + column + 16u * e]; }
      for (var r = 0u; r < 8u; r++) {
        let left = tile_a[k * 132u + row + r];
        for (var e = 0u; e < 8u; e++) { sums[r][e] = fma(left, right[e], sums[r][e]); }
      }
    }
    workgroupBarrier();
  }
  leave(group, row, column, sums);
}

// The best rung of the ladder that SGEMM kernels climb: the same with loads and stores of 16 bytes.
var<workgroup> wide_a: array<f32, 1024>; // transposed
var<workgroup> wide_b: array<vec4f, 256>;
@compute @workgroup_size(256)
fn wide(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = lane / 16u * 8u;
  let column = lane % 16u * 8u;
  var sums: array<array<vec4f, 2>, 8>;
  for (var first = 0u; first < K; first += DEEP) {
    let r = lane / 2u;
    let d = lane % 2u * 4u;
    let four = a4[((group.y * TILE + r) * K + first + d) / 4u];
    wide_a[d * TILE + r] = four.x;
    wide_a[(d + 1u) * TILE + r] = four.y;
    wide_a[(d + 2u) * TILE + r] = four.z;
    wide_a[(d + 3u) * TILE + r] = four.w;
    wide_b[lane] = b4[((first + lane / 32u) * N + group.x * TILE) / 4u + lane % 32u];
    workgroupBarrier();
    for (var k = 0u; k < DEEP; k++) {
      let left = wide_b[k * 32u + column / 4u];
      let right = wide_b[k * 32u + column / 4u + 1u];
      for (var e = 0u; e < 8u; e++) {
        let value = vec4f(wide_a[k * TILE + row + e]);
        sums[e][0] = fma(value, left, sums[e][0]);
        sums[e][1] = fma(value, right, sums[e][1]);
      }
    }
    workgroupBarrier();
  }
  for (var e = 0u; e < 8u; e++) {
    let at = ((group.y * TILE + row + e) * N + group.x * TILE + column) / 4u;
    c4[at] = sums[e][0];
    c4[at + 1u] = sums[e][1];
  }
}
