// name = "a 3 x 3 convolution from its nine shifted copies, or from the image"
// source = "im2col's traffic: ten arrays against two"
// range = { "ampere-8.6" = [3.8, 5.3], "rdna3" = [3.3, 5.5] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [16777216, 150994944, 16777216]

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> columns: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
const N = 2048u;
const W = array<f32, 9>(0.1, 0.2, 0.1, 0.2, 0.4, 0.2, 0.1, 0.2, 0.1);
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = id.y * N + id.x;
  var sum = 0.0;
  for (var k = 0u; k < 9u; k++) { sum += W[k] * columns[k * N * N + i]; }
  result[i] = sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var r = 0u; r < 3u; r++) {
    let y = clamp(id.y + r, 1u, N) - 1u;
    for (var c = 0u; c < 3u; c++) {
      let x = clamp(id.x + c, 1u, N) - 1u;
      sum += W[r * 3u + c] * image[y * N + x];
    }
  }
  result[id.y * N + id.x] = sum;
}
