// name = "multiply-adds of integers, or of f32"
// source = "krrishnarraj/clpeak: 10,570 against 20,856 G on RTX 5060, 40,810 against 71,356 on RTX 4090, 5,090 against 25,406 on RX 6900 XT"
// range = { "ampere-8.6" = [1.5, 2.3], "rdna3" = [2.4, 10.5] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v = v * v + id.y; v = v * v + id.z; v = v * v + id.y; v = v * v + id.z; }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = f32(id.y); let d = f32(id.z);
  var v = f32(x[id.x]);
  for (var k = 0u; k < 256u; k++) { v = fma(v, v, c); v = fma(v, v, d); v = fma(v, v, c); v = fma(v, v, d); }
  y[id.x] = u32(v);
}
