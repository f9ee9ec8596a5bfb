// name = "two ways in turn every 32 lanes, or every 64"
// source = "subgroups of 32 take one way each in both (CUDA C++ Programming Guide, SIMT architecture); on RDNA3 both ways where the driver makes subgroups of 64 (RDNA3 instruction set architecture)"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 2.1] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn one_way(x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < 256u; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
fn other_way(x: u32) -> f32 {
  var v = vec2f(f32(x), 2.0);
  for (var i = 0u; i < 256u; i++) { v = v * 0.5 + v; }
  return v.x - v.y;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if ((id.x & 32u) == 0u) { output[id.x] = one_way(id.x); } else { output[id.x] = other_way(id.x); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if ((id.x & 64u) == 0u) { output[id.x] = one_way(id.x); } else { output[id.x] = other_way(id.x); }
}
