// name = "a mode of a uniform buffer tested in each step, or before the loop"
// source = "loop unswitching, which LLVM's compilers do; without it two scalar or uniform branches beside four multiply-adds"
// range = { "ampere-8.6" = [0.95, 1.7], "rdna3" = [0.95, 1.7] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 16]

struct Settings { mode: u32, scale: f32, offset: f32, unused: f32, }
@group(0) @binding(0) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(1) var<uniform> settings: Settings;
fn quadratic(x: vec4f) -> vec4f { return x * x + settings.offset; }
fn linear(x: vec4f) -> vec4f { return x * 0.9 + settings.offset; }
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = vec4f(f32(id.x)) * 0.001;
  for (var k = 0; k < 1024; k++) {
    if settings.mode == 0u { x = linear(x); }
    else if settings.mode == 1u { x = quadratic(x); }
    else { x = sqrt(x); }
  }
  output[id.x] = x;
}
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = vec4f(f32(id.x)) * 0.001;
  switch settings.mode {
    case 0u: { for (var k = 0; k < 1024; k++) { x = linear(x); } }
    case 1u: { for (var k = 0; k < 1024; k++) { x = quadratic(x); } }
    default: { for (var k = 0; k < 1024; k++) { x = sqrt(x); } }
  }
  output[id.x] = x;
}
