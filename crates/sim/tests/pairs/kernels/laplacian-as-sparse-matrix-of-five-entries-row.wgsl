// name = "a Laplacian as a sparse matrix of five entries a row, or as a stencil"
// source = "Bell and Garland, Efficient Sparse Matrix-Vector Multiplication on CUDA: ELL is bound by its bytes, 48 a row against 8"
// range = { "ampere-8.6" = [4.5, 6.8], "rdna3" = [4.3, 8] }
// long = true
// slow = [32768, 1, 1]
// fast = [64, 512, 1]
// buffers = [167772160, 167772160, 33554432, 33554432]

const WIDTH = 4096u;
const HEIGHT = 2048u;
const ROWS = WIDTH * HEIGHT;
@group(0) @binding(0) var<storage, read> distances: array<i32>;
@group(0) @binding(1) var<storage, read> entries: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  var sum = 0.0;
  for (var e = 0u; e < 5u; e++) {
    let at = e * ROWS + row;
    sum += entries[at] * x[u32(i32(row) + distances[at])];
  }
  y[row] = sum;
}
@compute @workgroup_size(64, 4) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y * WIDTH + id.x;
  if id.x == 0u || id.y == 0u || id.x == WIDTH - 1u || id.y == HEIGHT - 1u { return; }
  y[row] = x[row - 1u] + x[row + 1u] + x[row - WIDTH] + x[row + WIDTH] - 4.0 * x[row];
}
