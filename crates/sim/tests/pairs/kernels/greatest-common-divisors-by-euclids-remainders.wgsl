// name = "greatest common divisors by Euclid's remainders, or by halving"
// source = "Knuth, The Art of Computer Programming 4.5.2: 0.584 remainders a bit (25 for the longest of 32 lanes), or 0.706 subtractions (30); a remainder takes 6 to 8 clocks on ampere, a halving with its trailing zeros 4 to 5; rdna3 7.5 to 9 with products of a quarter of the rate, and 1.75"
// range = { "ampere-8.6" = [0.9, 2.4], "rdna3" = [2.2, 6] }
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [1474560]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn hash(value: u32) -> u32 {
  var h = (value ^ (value >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return (h ^ (h >> 16u)) | 1u;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = hash(id.x * 2u);
  var b = hash(id.x * 2u + 1u);
  while (b != 0u) {
    let rest = a % b;
    a = b;
    b = rest;
  }
  output[id.x] = a;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = hash(id.x * 2u);
  var b = hash(id.x * 2u + 1u);
  while (b != 0u) {
    b >>= countTrailingZeros(b);
    let least = min(a, b);
    b = max(a, b) - least;
    a = least;
  }
  output[id.x] = a;
}
