// name = "bits counted one by one while any is left, or by countOneBits"
// source = "counting: the longest of 32 lanes needs 22 passes of four instructions (Warren, Hacker's Delight; CUDA C++ Programming Guide: 16 POPC a clock)"
// range = { "ampere-8.6" = [5, 14], "rdna3" = [6, 20] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 491520]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn next(state: ptr<function, u32>) -> u32 {
  var x = *state;
  x ^= x << 13u; x ^= x >> 17u; x ^= x << 5u;
  *state = x;
  return x;
}
fn count(word: u32) -> u32 {
  var x = word;
  var n = 0u;
  while x != 0u { x &= x - 1u; n++; }
  return n;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x * 2654435761u + 1u;
  var sum = 0u;
  for (var i = 0; i < 64; i++) { sum += count(next(&state)); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var state = id.x * 2654435761u + 1u;
  var sum = 0u;
  for (var i = 0; i < 64; i++) { sum += countOneBits(next(&state)); }
  output[id.x] = sum;
}
