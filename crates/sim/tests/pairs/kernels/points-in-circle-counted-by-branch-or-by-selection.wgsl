// name = "points in a circle counted by a branch, or by a selection"
// source = "CUDA C++ Best Practices Guide, branch predication: branches of few instructions become predicates"
// range = { "ampere-8.6" = [0.9, 1.25], "rdna3" = [0.9, 1.35] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x + 1u;
  var hits = 0u;
  for (var i = 0; i < 256; i++) {
    x ^= x << 13u; x ^= x >> 17u; x ^= x << 5u;
    let a = f32(x & 65535u) / 65536.0;
    let b = f32(x >> 16u) / 65536.0;
    if (a * a + b * b < 1.0) { hits += 1u; }
  }
  words[id.x] = f32(hits);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x + 1u;
  var hits = 0u;
  for (var i = 0; i < 256; i++) {
    x ^= x << 13u; x ^= x >> 17u; x ^= x << 5u;
    let a = f32(x & 65535u) / 65536.0;
    let b = f32(x >> 16u) / 65536.0;
    hits += select(0u, 1u, a * a + b * b < 1.0);
  }
  words[id.x] = f32(hits);
}
