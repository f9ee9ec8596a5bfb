// name = "four bytes made f32 by shifts and masks, or by unpack4x8unorm"
// source = "conversions take a selected byte (I2F.U8.B1; RDNA3 instruction set architecture, V_CVT_F32_UBYTE1), which compilers find in both"
// range = { "ampere-8.6" = [0.85, 1.4], "rdna3" = [0.85, 1.9] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var w = id.x * 747796405u;
  var sums = vec4f(0.0);
  for (var i = 0; i < 256; i++) {
    sums += vec4f(f32(w & 255u), f32((w >> 8u) & 255u), f32((w >> 16u) & 255u), f32(w >> 24u)) * (1.0 / 255.0);
    w += 0x01030507u;
  }
  words[id.x] = sums.x + sums.y + sums.z + sums.w;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var w = id.x * 747796405u;
  var sums = vec4f(0.0);
  for (var i = 0; i < 256; i++) {
    sums += unpack4x8unorm(w);
    w += 0x01030507u;
  }
  words[id.x] = sums.x + sums.y + sums.z + sums.w;
}
