// name = "three ways by the remainder of the lane, or of the workgroup"
// source = "CUDA C++ Best Practices Guide, branching and divergence: a subgroup goes all ways that its lanes go, three of as many multiply-adds for one; 138 us against 46 on 8.6, with the start and 6 us of stores"
// range = { "ampere-8.6" = [2.5, 3.05], "rdna3" = [2.4, 3.05] }
// slow = [1920, 1, 1]
// fast = [1920, 1, 1]
// buffers = [1966080]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn scaled(x: f32) -> f32 {
  var v = vec4f(x, x + 1.0, x + 2.0, x + 3.0);
  for (var i = 0u; i < 128u; i++) { v = v * 0.75 + 0.5; }
  return v.x + v.y + v.z + v.w;
}
fn squared(x: f32) -> f32 {
  var v = vec4f(x, x + 1.0, x + 2.0, x + 3.0);
  for (var i = 0u; i < 128u; i++) { v = v * v - 0.25; }
  return v.x + v.y + v.z + v.w;
}
fn turned(x: f32) -> f32 {
  var v = vec4f(x, x + 1.0, x + 2.0, x + 3.0);
  for (var i = 0u; i < 128u; i++) { v = 1.0 - v * 0.625; }
  return v.x + v.y + v.z + v.w;
}
fn work(way: u32, x: f32) -> f32 {
  if (way == 0u) { return scaled(x); }
  if (way == 1u) { return squared(x); }
  return turned(x);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = work(id.x % 3u, f32(id.x) * 1e-6);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  output[id.x] = work(group.x % 3u, f32(id.x) * 1e-6);
}
