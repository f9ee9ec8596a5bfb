// name = "exponentials by a polynomial, or by exp"
// source = "CUDA C++ Programming Guide, arithmetic instruction throughput: ex2 16 a clock and a product beside it, 2 to 2.3 clocks, against eight of the other lanes and two integers, 2.5 to 3; rdna3: a quarter of the rate, 1 to 1.25, against 2 to 3"
// range = { "ampere-8.6" = [1.0, 1.7], "rdna3" = [1.5, 3] }
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [1474560]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn power(x: f32) -> f32 {
  let shifted = x * 1.442695 + 12582912.0;
  let f = x * 1.442695 - (shifted - 12582912.0);
  let p = ((((0.0013333558 * f + 0.009618129) * f + 0.05550411) * f + 0.24022651) * f + 0.6931472) * f + 1.0;
  return bitcast<f32>(bitcast<u32>(p) + (bitcast<u32>(shifted) << 23u));
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.00001;
  for (var i = 0u; i < 512u; i++) { x = power(-x); }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.00001;
  for (var i = 0u; i < 512u; i++) { x = exp(-x); }
  output[id.x] = x;
}
