// name = "means over 9 x 9 from 81 pixels, or from four sums of a summed-area table"
// source = "Crow, Summed-Area Tables; 81 requests of 2 to 3 clocks of level 1 (RRZE gpu-benches) against 36 clocks of DRAM for 32 pixels and their means; rdna3: 81 to 122 clocks against the same, or less from the 96 MB behind level 2"
// range = { "ampere-8.6" = [3.5, 7.5], "rdna3" = [2, 10] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [17057024, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0u; j < 9u; j++) {
    for (var i = 0u; i < 9u; i++) { sum += input[(id.y + j) * 2064u + id.x + i]; }
  }
  output[id.y * 2048u + id.x] = sum / 81.0;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let top = id.y * 2064u + id.x;
  let bottom = top + 9u * 2064u;
  output[id.y * 2048u + id.x] = (input[bottom + 9u] - input[bottom] - input[top + 9u] + input[top]) / 81.0;
}
