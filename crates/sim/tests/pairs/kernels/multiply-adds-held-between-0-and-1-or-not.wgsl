// name = "multiply-adds held between 0 and 1, or not"
// source = "saturation is a modifier of the instruction: .SAT in NVIDIA's SASS, clamp in AMD's VOP3"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.95, 1.4] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  var y = x + 0.1;
  for (var k = 0; k < 1024; k++) {
    x = saturate(x * 0.7 + 0.2);
    y = clamp(y * 0.6 + 0.3, 0.0, 1.0);
  }
  output[id.x] = x + y;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  var y = x + 0.1;
  for (var k = 0; k < 1024; k++) {
    x = x * 0.7 + 0.2;
    y = y * 0.6 + 0.3;
  }
  output[id.x] = x + y;
}
