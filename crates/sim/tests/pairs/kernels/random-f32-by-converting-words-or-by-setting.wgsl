// name = "random f32 by converting words, or by setting their exponents"
// source = "Marsaglia, Xorshift RNGs, and CUDA C++ Programming Guide: a conversion (16 a clock, two clocks) goes on beside the integers, of which six take three clocks; a shift and an or add a clock to those; rdna3 converts at the full rate: 2 against 2.25"
// range = { "ampere-8.6" = [0.7, 1.3], "rdna3" = [0.75, 1.35] }
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [1474560]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn next(state: u32) -> u32 {
  var s = state ^ (state << 13u);
  s ^= s >> 17u;
  return s ^ (s << 5u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x + 1u;
  var sum = 0.0;
  for (var i = 0u; i < 512u; i++) {
    state = next(state);
    sum += f32(state) * 2.3283064e-10;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x + 1u;
  var sum = 0.0;
  for (var i = 0u; i < 512u; i++) {
    state = next(state);
    sum += bitcast<f32>((state >> 9u) | 0x3f800000u) - 1.0;
  }
  output[id.x] = sum;
}
