// name = "f32 divided by 4, or multiplied by a quarter"
// source = "every compiler writes the one as the other: the reciprocal of a power of two is exact"
// range = { "ampere-8.6" = [0.95, 1.1], "rdna3" = [0.95, 1.1] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v = v / 4.0 + 1.0; v = v / 4.0 + 2.0; }
  y[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x];
  for (var k = 0u; k < 256u; k++) { v = v * 0.25 + 1.0; v = v * 0.25 + 2.0; }
  y[id.x] = v;
}
