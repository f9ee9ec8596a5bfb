// name = "bits counted in pairs, fours and bytes, or by countOneBits"
// source = "Warren, Hacker's Delight, 5-1: 12 instructions; CUDA C++ Programming Guide: 16 counts and 64 other integer operations a clock and unit; RDNA3 instruction set architecture: V_BCNT_U32_B32 counts and adds"
// range = { "ampere-8.6" = [2, 4], "rdna3" = [3.5, 9] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var bits = 0u;
  for (var i = 0; i < 256; i++) {
    var y = x - ((x >> 1u) & 0x55555555u);
    y = (y & 0x33333333u) + ((y >> 2u) & 0x33333333u);
    y = (y + (y >> 4u)) & 0x0f0f0f0fu;
    bits += (y * 0x01010101u) >> 24u;
    x += 0x9e3779b9u;
  }
  words[id.x] = f32(bits);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var bits = 0u;
  for (var i = 0; i < 256; i++) {
    bits += countOneBits(x);
    x += 0x9e3779b9u;
  }
  words[id.x] = f32(bits);
}
