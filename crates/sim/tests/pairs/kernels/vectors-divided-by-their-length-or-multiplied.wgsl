// name = "vectors divided by their length, or multiplied by its inverse root"
// source = "CUDA C++ Best Practices Guide, reciprocal square root: rsqrtf for 1 / sqrtf; two of the special function unit's for one beside ten multiply-adds"
// range = { "ampere-8.6" = [1.1, 2.1], "rdna3" = [1.0, 1.9] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = vec3f(f32(id.x) + 1.0, 2.0, 3.0);
  let c = vec3f(words[id.x] + 0.1, 0.2, 0.3);
  for (var i = 0; i < 256; i++) {
    v = v / sqrt(dot(v, v)) + c;
  }
  words[id.x] = v.x + v.y + v.z;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = vec3f(f32(id.x) + 1.0, 2.0, 3.0);
  let c = vec3f(words[id.x] + 0.1, 0.2, 0.3);
  for (var i = 0; i < 256; i++) {
    v = v * inverseSqrt(dot(v, v)) + c;
  }
  words[id.x] = v.x + v.y + v.z;
}
