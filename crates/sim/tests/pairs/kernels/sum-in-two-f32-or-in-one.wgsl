// name = "a sum in two f32, or in one"
// source = "arithmetic: Knuth's TwoSum is six operations, the carry four; ten and the next term against one and the next term (Thall, Extended-Precision Floating-Point Numbers for GPU Computation)"
// range = { "ampere-8.6" = [3.5, 6], "rdna3" = [3, 6.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1966080]

@group(0) @binding(0) var<storage, read_write> output: array<vec2f>;
struct Double { high: f32, low: f32, }
fn add(to: ptr<function, Double>, b: f32) {
  let a = (*to).high;
  let s = a + b;
  let bb = s - a;
  let e = (a - (s - bb)) + (b - bb);
  let low = (*to).low + e;
  (*to).high = s + low;
  (*to).low = low - ((*to).high - s);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var term = f32(id.x) * 0.001;
  var sum = Double(0.0, 0.0);
  for (var k = 0; k < 1024; k++) { add(&sum, term); term = term * 0.99 + 0.01; }
  output[id.x] = vec2f(sum.high, sum.low);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var term = f32(id.x) * 0.001;
  var sum = 0.0;
  for (var k = 0; k < 1024; k++) { sum += term; term = term * 0.99 + 0.01; }
  output[id.x] = vec2f(sum, 0.0);
}
