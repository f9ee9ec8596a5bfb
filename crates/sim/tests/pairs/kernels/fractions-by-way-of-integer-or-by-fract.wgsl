// name = "fractions by way of an integer, or by fract"
// source = "CUDA C++ Programming Guide: 16 conversions a clock, rounding is one: two against one, but that integers become floats on their own lanes (1.11 on an H200, benches/measured); RDNA: v_fract_f32 is one instruction, conversions are two at the full rate and a sum"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [1.4, 2.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn fraction(x: f32) -> f32 { return x - f32(i32(x)); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  for (var k = 0; k < 1024; k++) { x = fraction(x) * 3.7 + 0.3; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  for (var k = 0; k < 1024; k++) { x = fract(x) * 3.7 + 0.3; }
  output[id.x] = x;
}
