// name = "an exponential and a root of settings within a loop, or before it"
// source = "loop-invariant code motion, which LLVM and NVIDIA's compiler do for pure arithmetic: the same code"
// range = { "ampere-8.6" = [0.95, 1.15], "rdna3" = [0.95, 1.15] }
// missed."rdna3" = "Mesa moves nothing out of a loop that tests before each pass; the range took it for LLVM"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [16, 983040]

struct Settings { rate: f32, spread: f32, steps: u32, unused: u32, }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
fn decay(dt: f32) -> f32 { return exp(-settings.rate * dt); }
fn noise(dt: f32) -> f32 { return settings.spread * sqrt(dt); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let dt = settings.rate + 0.001;
  var x = f32(id.x);
  for (var k = 0u; k < 512u; k++) { x = x * decay(dt) + noise(dt); }
  result[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let dt = settings.rate + 0.001;
  let a = decay(dt);
  let b = noise(dt);
  var x = f32(id.x);
  for (var k = 0u; k < 512u; k++) { x = x * a + b; }
  result[id.x] = x;
}
