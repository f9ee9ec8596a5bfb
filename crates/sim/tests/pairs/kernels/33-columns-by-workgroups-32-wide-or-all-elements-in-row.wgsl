// name = "33 columns by workgroups 32 wide, or all elements in a row"
// source = "count: two subgroups a row for 33 elements, 64 lanes, or 33 of them: 1.94 (CUDA C++ Programming Guide, SIMT architecture)"
// range = { "ampere-8.6" = [1.6, 2.0], "rdna3" = [1.5, 2.05] }
// slow = [2, 512, 1]
// fast = [528, 1, 1]
// buffers = [540672]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn work(x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < 512u; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < 33u) { output[id.y * 33u + id.x] = work(id.y * 33u + id.x); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
