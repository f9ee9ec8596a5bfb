// name = "an orbit tested in every step, or in every eighth"
// source = "arithmetic: the test is a sum, a comparison and a branch beside five or six operations of the step, and keeps a loop from being laid out (Mandelbrot optimisations)"
// range = { "ampere-8.6" = [1.3, 2.4], "rdna3" = [1.15, 2.4] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> steps: array<u32>;
const LIMIT = 1024u;
struct Orbit { x: f32, y: f32, }
fn step(orbit: ptr<function, Orbit>, c: vec2f) {
  let x = (*orbit).x;
  let y = (*orbit).y;
  (*orbit).x = x * x - y * y + c.x;
  (*orbit).y = 2.0 * x * y + c.y;
}
fn place(i: u32) -> vec2f { return vec2f(f32(i % 480u) * 0.0002 - 0.1, f32(i / 480u) * 0.0002 - 0.05); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = place(id.x);
  var orbit = Orbit(0.0, 0.0);
  var n = 0u;
  while n < LIMIT && orbit.x * orbit.x + orbit.y * orbit.y <= 4.0 { step(&orbit, c); n++; }
  steps[id.x] = n;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = place(id.x);
  var orbit = Orbit(0.0, 0.0);
  var n = 0u;
  while n < LIMIT && orbit.x * orbit.x + orbit.y * orbit.y <= 4.0 {
    for (var k = 0; k < 8; k++) { step(&orbit, c); }
    n += 8u;
  }
  steps[id.x] = n;
}
