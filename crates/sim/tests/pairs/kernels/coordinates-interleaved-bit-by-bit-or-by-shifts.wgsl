// name = "coordinates interleaved bit by bit, or by shifts and masks"
// source = "counting: 64 logical instructions against 17 (Anderson, Bit Twiddling Hacks; LOP3 or V_LSHL_OR_B32 take two each)"
// range = { "ampere-8.6" = [2, 4.8], "rdna3" = [2, 4.8] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn bit_by_bit(x: u32, y: u32) -> u32 {
  var z = 0u;
  for (var i = 0u; i < 16u; i++) { z |= (x & (1u << i)) << i | (y & (1u << i)) << (i + 1u); }
  return z;
}
fn spread(v: u32) -> u32 {
  var x = v & 0xffffu;
  x = (x | (x << 8u)) & 0x00ff00ffu;
  x = (x | (x << 4u)) & 0x0f0f0f0fu;
  x = (x | (x << 2u)) & 0x33333333u;
  x = (x | (x << 1u)) & 0x55555555u;
  return x;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var y = id.x >> 4u;
  for (var n = 0u; n < 64u; n++) { let z = bit_by_bit(x, y); y = x; x = z + n; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var y = id.x >> 4u;
  for (var n = 0u; n < 64u; n++) { let z = spread(x) | (spread(y) << 1u); y = x; x = z + n; }
  output[id.x] = x;
}
