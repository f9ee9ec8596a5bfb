// name = "factors of a transform by sin and cos, or by turning the last"
// source = "CUDA C++ Programming Guide, arithmetic throughput: 16 special functions a clock against 128 multiply-adds: 16 clocks against 7 a scheduler; RDNA3: two at a quarter of the rate beside the others"
// range = { "ampere-8.6" = [1.5, 3.2], "rdna3" = [0.95, 2.2] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 1966080]

@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
const STEPS = 512u;
fn multiply(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn unit(angle: f32) -> vec2f { return vec2f(cos(angle), sin(angle)); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let step = f32(id.x) * 0.00001;
  var sum = vec2f(0.0);
  for (var k = 0u; k < STEPS; k++) { sum += unit(f32(k) * step); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let turn = unit(f32(id.x) * 0.00001);
  var w = vec2f(1.0, 0.0);
  var sum = vec2f(0.0);
  for (var k = 0u; k < STEPS; k++) { sum += w; w = multiply(w, turn); }
  output[id.x] = sum;
}
