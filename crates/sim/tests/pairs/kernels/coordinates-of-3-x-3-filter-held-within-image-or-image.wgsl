// name = "coordinates of a 3 x 3 filter held within the image, or an image with a border"
// source = "NVIDIA Performance Primitives, border modes: 12 minima and maxima and as many integers more take 10 clocks beside 18 to 27 of level 1 and 36 of DRAM for 32 pixels"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.9, 1.35] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [17057024, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0; j < 3; j++) {
    for (var i = 0; i < 3; i++) {
      let at = clamp(vec2i(id.xy) + vec2i(i, j) - vec2i(1), vec2i(0), vec2i(2047));
      sum += input[at.y * 2048 + at.x] * f32(1 + i + j);
    }
  }
  output[id.y * 2048u + id.x] = sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0u; j < 3u; j++) {
    for (var i = 0u; i < 3u; i++) { sum += input[(id.y + j) * 2064u + id.x + i] * f32(1u + i + j); }
  }
  output[id.y * 2048u + id.x] = sum;
}
