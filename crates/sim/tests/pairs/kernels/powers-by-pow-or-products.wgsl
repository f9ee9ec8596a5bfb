// name = "powers by pow, or products"
// source = "pow is a logarithm, a product and an exponential, two of the special function unit's at 16 results a clock (CUDA C++ Programming Guide) or a quarter of the rate (AMD RDNA whitepaper)"
// range = { "ampere-8.6" = [5, 24], "rdna3" = [3, 16] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let e = x[id.x + 1u];
  var v = x[id.x];
  for (var k = 0u; k < 128u; k++) { v = pow(v, e) + 1.0; }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let e = x[id.x + 1u];
  var v = x[id.x];
  for (var k = 0u; k < 128u; k++) { v = v * e + 1.0; }
  y[id.x] = v;
}
