// name = "parity by folding a word five times, or by counting its bits"
// source = "CUDA C++ Programming Guide, throughputs of 8.6: 64 shifts or logical operations a clock, 16 counts of bits: 24 clocks against 8 a scheduler; RDNA: v_bcnt_u32_b32 is a full-rate instruction"
// range = { "ampere-8.6" = [1.8, 3.6], "rdna3" = [2.5, 5.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn folded(word: u32) -> u32 {
  var x = word;
  x ^= x >> 16u;
  x ^= x >> 8u;
  x ^= x >> 4u;
  x ^= x >> 2u;
  x ^= x >> 1u;
  return x & 1u;
}
fn counted(word: u32) -> u32 { return countOneBits(word) & 1u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var word = id.x * 2654435761u;
  var sum = 0u;
  for (var k = 0u; k < 512u; k++) { sum += folded(word); word += 0x9E3779B9u; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var word = id.x * 2654435761u;
  var sum = 0u;
  for (var k = 0u; k < 512u; k++) { sum += counted(word); word += 0x9E3779B9u; }
  output[id.x] = sum;
}
