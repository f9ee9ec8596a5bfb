// name = "greatest of two f32, or sums"
// source = "CUDA C++ Programming Guide, arithmetic instructions, 8.6: compare, minimum and maximum 64 results a clock, sums 128; RDNA has both on all lanes, and may pair sums"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [0.9, 2.2] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = x[id.x + 1u]; let d = x[id.x + 2u];
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v = max(v, c) ; v = min(v, d); v = max(v, d); v = min(v, c); }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = x[id.x + 1u]; let d = x[id.x + 2u];
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v = v + c; v = v * d; v = v + d; v = v * c; }
  y[id.x] = v;
}
