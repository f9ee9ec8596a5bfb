// name = "letters made capitals byte by byte, or four at once"
// source = "Mula, SIMD-ized case conversion: 28 integers a word against 9, 14 clocks for 32 words against 36 of DRAM"
// range = { "ampere-8.6" = [0.95, 1.2], "rdna3" = [0.93, 1.2] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let word = input[id.x];
  var result = 0u;
  for (var i = 0u; i < 32u; i += 8u) {
    var letter = (word >> i) & 255u;
    if (letter >= 97u && letter <= 122u) { letter -= 32u; }
    result |= letter << i;
  }
  output[id.x] = result;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let word = input[id.x];
  let low = word & 0x7f7f7f7fu;
  let small = ((low + 0x1f1f1f1fu) & ~(low + 0x05050505u) & ~word) & 0x80808080u;
  output[id.x] = word - (small >> 2u);
}
