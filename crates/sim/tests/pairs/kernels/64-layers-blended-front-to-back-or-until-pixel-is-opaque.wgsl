// name = "64 layers blended front to back, or until the pixel is opaque after 16"
// source = "count of bytes: 64 words a pixel against 16, 212 us of DRAM against 53 on 8.6; the loads that wait for the test of the last layer take 40 us beside; rdna3: 71 us against 18 to 28"
// range = { "ampere-8.6" = [2.4, 4.2], "rdna3" = [2.2, 4.2] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [67108864, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var light = 0.0;
  var clear = 1.0;
  for (var i = 0u; i < 64u; i++) {
    let alpha = 0.25 + input[i * 262144u + id.x];
    light += clear * alpha * alpha;
    clear *= 1.0 - alpha;
  }
  output[id.x] = light;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var light = 0.0;
  var clear = 1.0;
  for (var i = 0u; i < 64u; i++) {
    let alpha = 0.25 + input[i * 262144u + id.x];
    light += clear * alpha * alpha;
    clear *= 1.0 - alpha;
    if (clear < 0.0101) { break; }
  }
  output[id.x] = light;
}
