// name = "a bilateral filter of 5 x 5, or a Gaussian one"
// source = "NVIDIA CUDA samples, bilateralFilter: an exponential and six instructions more a tap, 50 clocks of the special functions and 37 to 50 of issue for 32 pixels, beside 50 to 75 of level 1; rdna3: 25 and 37 beside 25 to 37"
// range = { "ampere-8.6" = [0.95, 1.9], "rdna3" = [1.0, 2.3] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [17057024, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let centre = input[(id.y + 2u) * 2064u + id.x + 2u];
  var sum = 0.0;
  var weights = 0.0;
  for (var j = 0u; j < 5u; j++) {
    for (var i = 0u; i < 5u; i++) {
      let value = input[(id.y + j) * 2064u + id.x + i];
      let away = value - centre;
      let weight = exp2(-10.0 * away * away - 0.2 * f32((i - 2u) * (i - 2u) + (j - 2u) * (j - 2u)));
      sum += weight * value;
      weights += weight;
    }
  }
  output[id.y * 2048u + id.x] = sum / weights;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0u; j < 5u; j++) {
    for (var i = 0u; i < 5u; i++) {
      let weight = exp2(-0.2 * f32((i - 2u) * (i - 2u) + (j - 2u) * (j - 2u)));
      sum += weight * input[(id.y + j) * 2064u + id.x + i];
    }
  }
  output[id.y * 2048u + id.x] = sum * 0.05;
}
