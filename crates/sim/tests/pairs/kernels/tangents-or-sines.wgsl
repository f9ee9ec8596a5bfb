// name = "tangents, or sines"
// source = "CUDA C++ Programming Guide, intrinsic functions: a tangent is a sine by a cosine, three of the special function unit's for one; RDNA likewise, at a quarter of the rate"
// range = { "ampere-8.6" = [2.1, 3.5], "rdna3" = [1.7, 3.5] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.0001;
  for (var i = 0; i < 256; i++) {
    x = fma(tan(x), 0.5, 0.1);
  }
  words[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.0001;
  for (var i = 0; i < 256; i++) {
    x = fma(sin(x), 0.5, 0.1);
  }
  words[id.x] = x;
}
