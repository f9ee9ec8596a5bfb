// name = "normal numbers as sums of twelve uniform ones, or by Box and Muller"
// source = "counting: 72 integer instructions at 64 a clock against 12 and about six of the special function unit at 16 (CUDA C++ Programming Guide; GPU Gems 3, chapter 37); 71.1 and 16.8 us on an H200 (benches/measured)"
// range = { "ampere-8.6" = [2, 5], "rdna3" = [1.8, 5] }
// missed."ampere-8.6" = "the lanes of products add integers, too, where these are short of work: not modelled, so that the sums take longer"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn next(state: ptr<function, u32>) -> f32 {
  var x = *state;
  x ^= x << 13u;
  x ^= x >> 17u;
  x ^= x << 5u;
  *state = x;
  return f32(x) * 2.3283064e-10;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x * 747796405u + 1u;
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) {
    var normal = -6.0;
    for (var j = 0u; j < 12u; j++) { normal += next(&state); }
    sum += abs(normal);
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x * 747796405u + 1u;
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) {
    let u = next(&state) + 1e-9;
    let v = next(&state);
    sum += abs(sqrt(-2.0 * log(u)) * cos(6.2831853 * v));
  }
  output[id.x] = sum;
}
