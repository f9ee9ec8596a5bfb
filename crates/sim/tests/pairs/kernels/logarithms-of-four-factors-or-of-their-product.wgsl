// name = "logarithms of four factors, or of their product"
// source = "CUDA C++ Programming Guide: 16 logarithms and 128 products a clock and unit; RDNA: a quarter of the rate of products"
// range = { "ampere-8.6" = [2.3, 4.2], "rdna3" = [1.6, 4.2] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  var v = vec4f(1.0, 1.1, 1.2, 1.3);
  let p = vec4f(words[id.x] + 0.5);
  let q = vec4f(0.5, 0.6, 0.7, 0.8);
  for (var i = 0; i < 256; i++) {
    s += log(v.x) + log(v.y) + log(v.z) + log(v.w);
    v = fma(v, p, q);
  }
  words[id.x] = s;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  var v = vec4f(1.0, 1.1, 1.2, 1.3);
  let p = vec4f(words[id.x] + 0.5);
  let q = vec4f(0.5, 0.6, 0.7, 0.8);
  for (var i = 0; i < 256; i++) {
    s += log(v.x * v.y * v.z * v.w);
    v = fma(v, p, q);
  }
  words[id.x] = s;
}
