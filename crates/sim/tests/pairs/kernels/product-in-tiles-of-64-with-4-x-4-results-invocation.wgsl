// name = "a product in tiles of 64 with 4 x 4 results an invocation, or of 128 with 8 x 8"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel: 8 results 8475, 64 results 15972 GFLOP/s, 16 between; half the reads of workgroup memory a multiply-add"
// range = { "ampere-8.6" = [1.1, 1.9], "rdna3" = [1.1, 2.1] }
// long = true
// slow = [32, 32, 1]
// fast = [16, 16, 1]
// buffers = [4194304, 4194304, 16777216]

const N = 2048u;
const DEPTH = 512u;
const K = 8u;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
var<workgroup> tile_a: array<f32, 1024>;
var<workgroup> tile_b: array<f32, 1024>;
fn fill(corner: vec2u, k: u32, side: u32, index: u32) {
  for (var i = index; i < side * K; i += 256u) {
    tile_a[(i % K) * side + i / K] = a[(corner.y + i / K) * DEPTH + k + i % K];
    tile_b[i] = b[(k + i / side) * N + corner.x + i % side];
  }
}
@compute @workgroup_size(16, 16)
fn slow(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_id) at: vec3u, @builtin(local_invocation_index) index: u32) {
  let corner = block.xy * 64u;
  var sums: array<array<f32, 4>, 4>;
  for (var k = 0u; k < DEPTH; k += K) {
    fill(corner, k, 64u, index);
    workgroupBarrier();
    for (var i = 0u; i < K; i++) {
      var column: array<f32, 4>;
      var row: array<f32, 4>;
      for (var j = 0u; j < 4u; j++) { column[j] = tile_a[i * 64u + at.y * 4u + j]; row[j] = tile_b[i * 64u + at.x * 4u + j]; }
      for (var y = 0u; y < 4u; y++) { for (var x = 0u; x < 4u; x++) { sums[y][x] += column[y] * row[x]; } }
    }
    workgroupBarrier();
  }
  for (var y = 0u; y < 4u; y++) { for (var x = 0u; x < 4u; x++) { c[(corner.y + at.y * 4u + y) * N + corner.x + at.x * 4u + x] = sums[y][x]; } }
}
@compute @workgroup_size(16, 16)
fn fast(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_id) at: vec3u, @builtin(local_invocation_index) index: u32) {
  let corner = block.xy * 128u;
  var sums: array<array<f32, 8>, 8>;
  for (var k = 0u; k < DEPTH; k += K) {
    fill(corner, k, 128u, index);
    workgroupBarrier();
    for (var i = 0u; i < K; i++) {
      var column: array<f32, 8>;
      var row: array<f32, 8>;
      for (var j = 0u; j < 8u; j++) { column[j] = tile_a[i * 128u + at.y * 8u + j]; row[j] = tile_b[i * 128u + at.x * 8u + j]; }
      for (var y = 0u; y < 8u; y++) { for (var x = 0u; x < 8u; x++) { sums[y][x] += column[y] * row[x]; } }
    }
    workgroupBarrier();
  }
  for (var y = 0u; y < 8u; y++) { for (var x = 0u; x < 8u; x++) { c[(corner.y + at.y * 8u + y) * N + corner.x + at.x * 8u + x] = sums[y][x]; } }
}
