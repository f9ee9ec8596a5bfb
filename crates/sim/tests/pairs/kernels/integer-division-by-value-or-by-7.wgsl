// name = "integer division by a value, or by 7"
// source = "CUDA C++ Programming Guide, integer arithmetic: a division is up to 20 instructions; compilers write one by a constant as a product and shifts"
// range = { "ampere-8.6" = [1.8, 10], "rdna3" = [1.5, 12] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let d = x[id.x + 1u] | 7u;
  var v = x[id.x];
  for (var k = 0u; k < 128u; k++) { v = v / d + k; v = v / d + id.x; }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 128u; k++) { v = v / 7u + k; v = v / 7u + id.x; }
  y[id.x] = v;
}
