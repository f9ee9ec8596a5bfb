// name = "means of 4 x 4 pixels from sixteen words, or from four vec4s"
// source = "as many bytes, 50 us of DRAM on 8.6; 16 requests with four turns each at level 1 against four of eight clocks, 12 us against 6 (RRZE gpu-benches, gpu-strides)"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.5] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let corner = (id.x >> 9u) * 8192u + (id.x & 511u) * 4u;
  var sum = 0.0;
  for (var y = 0u; y < 4u; y++) {
    for (var x = 0u; x < 4u; x++) { sum += input[corner + y * 2048u + x]; }
  }
  output[id.x] = sum * 0.0625;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let corner = (id.x >> 9u) * 2048u + (id.x & 511u);
  var sum = vec4f(0.0);
  for (var y = 0u; y < 4u; y++) { sum += input4[corner + y * 512u]; }
  output[id.x] = dot(sum, vec4f(0.0625));
}
