// name = "a short branch within a subgroup, or a select"
// source = "CUDA C++ Best Practices Guide, branch predication: compilers predicate a few instructions"
// range = { "ampere-8.6" = [0.85, 1.7], "rdna3" = [0.85, 1.9] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { if ((id.x + k) & 1u) == 0u { v += 3.0; } v *= 0.5; }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v += select(0.0, 3.0, ((id.x + k) & 1u) == 0u); v *= 0.5; }
  y[id.x] = v;
}
