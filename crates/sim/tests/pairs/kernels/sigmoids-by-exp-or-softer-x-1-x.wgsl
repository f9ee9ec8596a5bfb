// name = "sigmoids by exp, or the softer x / (1 + |x|)"
// source = "CUDA C++ Programming Guide: two of 16 a clock for one, the multiply-adds beside them; RDNA: two of a quarter of the rate for one"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [1.2, 2.2] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  let c = words[id.x] - 0.25;
  for (var i = 0; i < 256; i++) {
    x = 1.0 / (1.0 + exp(-x)) + c;
  }
  words[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  let c = words[id.x] - 0.25;
  for (var i = 0; i < 256; i++) {
    x = x / (1.0 + abs(x)) + c;
  }
  words[id.x] = x;
}
