// name = "multiply-adds of f32, or as many of halves in pairs"
// source = "krrishnarraj/clpeak: 20,856 against 21,098 GFLOP/s on RTX 5060 (no more than f32), 25,406 against 49,399 on RX 6900 XT; RDNA3 may pair f32"
// range = { "ampere-8.6" = [0.9, 1.2], "rdna3" = [0.9, 2.2] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

enable f16;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = vec2f(f32(id.y));
  var v = vec2f(x[id.x]);
  for (var k = 0u; k < 256u; k++) { v = fma(v, v, c); v = fma(v, v, c); }
  y[id.x] = v.x + v.y;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = vec2h(f16(id.y));
  var v = vec2h(f16(x[id.x]));
  for (var k = 0u; k < 256u; k++) { v = fma(v, v, c); v = fma(v, v, c); }
  y[id.x] = f32(v.x + v.y);
}
