// name = "bytes by extractBits, or by shifts and masks"
// source = "compilers turn either into the same instructions: V_BFE_U32 on RDNA, shifts, LOP3 or PRMT on NVIDIA"
// range = { "ampere-8.6" = [0.8, 1.3], "rdna3" = [0.85, 1.2] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435761u; var sum = 0u;
  for (var i = 0u; i < 256u; i++) {
    for (var k = 0u; k < 4u; k++) { sum += extractBits(x, k * 8u, 8u); }
    x = x * 1664525u + sum;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435761u; var sum = 0u;
  for (var i = 0u; i < 256u; i++) {
    for (var k = 0u; k < 4u; k++) { sum += (x >> (k * 8u)) & 0xffu; }
    x = x * 1664525u + sum;
  }
  output[id.x] = sum;
}
