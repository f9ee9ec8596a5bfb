// name = "eight values in an array gone through by loops of known length, or in eight variables"
// source = "CUDA C++ Programming Guide, local memory: arrays stay in registers where all indices are known once loops are unrolled"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 1.2] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v: array<f32, 8>;
  for (var j = 0u; j < 8u; j++) { v[j] = f32(id.x + j); }
  for (var i = 0u; i < 128u; i++) {
    for (var j = 0u; j < 8u; j++) { v[j] = fma(v[j], 0.999, v[(j + 1u) % 8u]); }
  }
  var sum = 0.0;
  for (var j = 0u; j < 8u; j++) { sum += v[j]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = f32(id.x); var b = f32(id.x + 1u); var c = f32(id.x + 2u); var d = f32(id.x + 3u);
  var e = f32(id.x + 4u); var f = f32(id.x + 5u); var g = f32(id.x + 6u); var h = f32(id.x + 7u);
  for (var i = 0u; i < 128u; i++) {
    a = fma(a, 0.999, b); b = fma(b, 0.999, c); c = fma(c, 0.999, d); d = fma(d, 0.999, e);
    e = fma(e, 0.999, f); f = fma(f, 0.999, g); g = fma(g, 0.999, h); h = fma(h, 0.999, a);
  }
  output[id.x] = a + b + c + d + e + f + g + h;
}
