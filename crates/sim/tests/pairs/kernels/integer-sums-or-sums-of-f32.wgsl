// name = "integer sums, or sums of f32"
// source = "CUDA C++ Programming Guide, arithmetic instructions, 8.6: 64 against 128 results a clock; RDNA has both on all lanes, and may pair f32"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [0.9, 2.2] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080, 1966080]

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = x[id.x]; var a = id.x;
  for (var k = 0u; k < 256u; k++) { v = v + a; a = a ^ v; v = v + (a & 7u); a = a + v; }
  y[id.x] = v ^ a;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(x[id.x]); var a = f32(id.x);
  for (var k = 0u; k < 256u; k++) { v = v + a; a = a * v; v = v + a; a = a + v; v = v * a; }
  y[id.x] = u32(v + a);
}
