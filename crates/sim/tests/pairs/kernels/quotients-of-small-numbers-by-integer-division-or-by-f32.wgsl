// name = "quotients of small numbers by integer division, or by f32"
// source = "CUDA C++ Best Practices Guide, division and modulo: about 20 instructions, of which three at 16 a clock, where f32 takes four of them; RDNA: five products at a quarter of the rate"
// range = { "ampere-8.6" = [1.0, 2.8], "rdna3" = [2.5, 6.5] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var w = (id.x & 31u) + 7u;
  var sum = 0u;
  for (var i = 0; i < 256; i++) {
    sum += x / w;
    x += 977u;
    w += 3u;
  }
  words[id.x] = f32(sum);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var w = (id.x & 31u) + 7u;
  var sum = 0u;
  for (var i = 0; i < 256; i++) {
    sum += u32((f32(x) + 0.5) / f32(w));
    x += 977u;
    w += 3u;
  }
  words[id.x] = f32(sum);
}
