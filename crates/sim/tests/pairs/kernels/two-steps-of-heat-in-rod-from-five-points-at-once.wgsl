// name = "two steps of heat in a rod from five points at once, or one step from three"
// source = "temporal blocking of stencils: the neighbours are in level 1, the traffic of DRAM is the same"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.95, 1.35] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> rod: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
const N = 4194304i;
fn at(i: i32) -> f32 { return rod[clamp(i, 0, N - 1)]; }
fn step(left: f32, here: f32, right: f32) -> f32 { return here + 0.1 * (left - 2.0 * here + right); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = i32(id.x);
  if i >= N { return; }
  var p: array<f32, 5>;
  for (var k = 0; k < 5; k++) { p[k] = at(i + k - 2); }
  let a = step(p[0], p[1], p[2]); let b = step(p[1], p[2], p[3]); let c = step(p[2], p[3], p[4]);
  next[i] = step(a, b, c);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let i = i32(id.x);
  if i >= N { return; }
  next[i] = step(at(i - 1), at(i), at(i + 1));
}
