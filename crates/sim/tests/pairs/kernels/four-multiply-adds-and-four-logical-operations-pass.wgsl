// name = "four multiply-adds and four logical operations a pass, or eight multiply-adds"
// source = "NVIDIA GA102 whitepaper: one of two data paths of 16 lanes does f32 or integers, the other f32 alone; RDNA: every lane does either"
// range = { "ampere-8.6" = [0.9, 1.35], "rdna3" = [0.9, 1.6] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = words[id.x] + 0.5;
  let q = p + 1.0;
  let m = bitcast<u32>(p);
  var a = f32(id.x); var b = a + 1.0; var c = a + 2.0; var d = a + 3.0;
  var r = a + 4.0; var s = a + 5.0; var t = a + 6.0; var u = a + 7.0;
  var e = id.x; var f = e + 9u; var g = e + 77u; var h = e * 5u;
  for (var i = 0; i < 256; i++) {
    a = fma(a, p, q); b = fma(b, p, q); c = fma(c, p, q); d = fma(d, p, q);
    e = (e & m) | f; f = (f & m) | g; g = (g & m) | h; h = (h & m) | e;
  }
  words[id.x] = a + b + c + d + r + s + t + u + f32(e + f + g + h);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = words[id.x] + 0.5;
  let q = p + 1.0;
  let m = bitcast<u32>(p);
  var a = f32(id.x); var b = a + 1.0; var c = a + 2.0; var d = a + 3.0;
  var r = a + 4.0; var s = a + 5.0; var t = a + 6.0; var u = a + 7.0;
  var e = id.x; var f = e + 9u; var g = e + 77u; var h = e * 5u;
  for (var i = 0; i < 256; i++) {
    a = fma(a, p, q); b = fma(b, p, q); c = fma(c, p, q); d = fma(d, p, q);
    r = fma(r, p, q); s = fma(s, p, q); t = fma(t, p, q); u = fma(u, p, q);
  }
  words[id.x] = a + b + c + d + r + s + t + u + f32(e + f + g + h);
}
