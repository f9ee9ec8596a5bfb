// name = "one element in 64 that takes 8192 multiply-adds, anywhere, or all at the front"
// source = "count: 40 % of subgroups of 32 (63 % of 64) have one, against one in 64: 25 (40) times the work, less launch and the chain of the front's 30 workgroups, one a unit, with start 20 us against 340 on 8.6, 8 to 11 against 83 to 166 on rdna3"
// range = { "ampere-8.6" = [10, 26], "rdna3" = [7, 30] }
// long = true
// slow = [1920, 1, 1]
// fast = [1920, 1, 1]
// buffers = [1966080]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn heavy(x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < 4096u; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var result = f32(id.x);
  let h = (id.x ^ (id.x >> 15u)) * 0x2c1b3c6du;
  if (((h ^ (h >> 12u)) & 63u) == 0u) { result = heavy(id.x); }
  output[id.x] = result;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var result = f32(id.x);
  if (id.x < 7680u) { result = heavy(id.x); }
  output[id.x] = result;
}
