// name = "products of halves summed as f32, or as pairs of halves"
// source = "a half becomes an f32 by HADD2.F32, at the rate of half arithmetic (listings of cuobjdump; Jia et al., Dissecting the NVIDIA Volta GPU Architecture); RDNA3 instruction set architecture: V_FMA_MIX_F32 takes halves, V_PK_FMA_F16 does two"
// range = { "ampere-8.6" = [1.8, 4.5], "rdna3" = [1.3, 3] }
// missed."ampere-8.6" = "0.89: the range took twice the rate for pairs of halves, which have that of f32; and that a half becomes an f32 by an instruction of its own (HADD2.F32) is not known to the estimate"
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

enable f16;
@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let w = vec2f(words[id.x] + 0.25, 0.5);
  let v = vec2h(w);
  let p = vec2h(f16(w.x), 0.5h);
  let q = vec2h(1.0h, f16(w.x));
  var a = vec2h(f16(id.x & 7u), 1.0h);
  var x = 0.0;
  var y = 0.0;
  var s = vec2h(0.0h);
  for (var i = 0; i < 256; i++) {
    a = fma(a, p, q);
    x += f32(a.x) * w.x;
    y += f32(a.y) * w.y;
  }
  words[id.x] = x + y + f32(s.x + s.y);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let w = vec2f(words[id.x] + 0.25, 0.5);
  let v = vec2h(w);
  let p = vec2h(f16(w.x), 0.5h);
  let q = vec2h(1.0h, f16(w.x));
  var a = vec2h(f16(id.x & 7u), 1.0h);
  var x = 0.0;
  var y = 0.0;
  var s = vec2h(0.0h);
  for (var i = 0; i < 256; i++) {
    a = fma(a, p, q);
    s = fma(a, v, s);
  }
  words[id.x] = x + y + f32(s.x + s.y);
}
