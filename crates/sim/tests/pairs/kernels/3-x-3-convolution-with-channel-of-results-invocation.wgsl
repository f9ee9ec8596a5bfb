// name = "a 3 x 3 convolution with a channel of results an invocation, or four"
// source = "Boehm, How to Optimize a CUDA Matmul Kernel, kernel 4, in a convolution: a load of the image and one of weights serve four multiply-adds for one"
// range = { "ampere-8.6" = [2, 4.2], "rdna3" = [1.6, 4.2] }
// missed."ampere-8.6" = "1.66: level 1 hands 16 bytes to each of 32 lanes in 8 clocks; whether it does so where all lanes read one address is not published"
// long = true
// slow = [8, 32, 32]
// fast = [8, 32, 8]
// buffers = [4260096, 18432, 8388608]

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> weights4: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
const WIDTH = 258u;
const PLANE = 66564u;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var c = 0u; c < 16u; c++) {
    for (var y = 0u; y < 3u; y++) {
      for (var x = 0u; x < 3u; x++) {
        let weight = weights[((id.z / 4u * 16u + c) * 9u + y * 3u + x) * 4u + id.z % 4u];
        sum += weight * image[c * PLANE + (id.y + y) * WIDTH + id.x + x];
      }
    }
  }
  output[id.z * 65536u + id.y * 256u + id.x] = sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sums = vec4f(0.0);
  for (var c = 0u; c < 16u; c++) {
    for (var y = 0u; y < 3u; y++) {
      for (var x = 0u; x < 3u; x++) {
        let weight = weights4[(id.z * 16u + c) * 9u + y * 3u + x];
        sums += weight * image[c * PLANE + (id.y + y) * WIDTH + id.x + x];
      }
    }
  }
  for (var k = 0u; k < 4u; k++) { output[(id.z * 4u + k) * 65536u + id.y * 256u + id.x] = sums[k]; }
}
