// name = "four products of bytes taken apart, or dot4I8Packed"
// source = "CUDA C++ Programming Guide: __dp4a is one instruction; RDNA3 instruction set architecture: V_DOT4_I32_IU8"
// range = { "ampere-8.6" = [3.5, 14], "rdna3" = [3.5, 16] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;

fn byte(v: u32, n: u32) -> i32 { return extractBits(bitcast<i32>(v), n * 8u, 8u); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x;
  var b = id.x * 747796405u;
  var sum = 0;
  for (var i = 0u; i < 512u; i++) {
    sum += byte(a, 0u) * byte(b, 0u) + byte(a, 1u) * byte(b, 1u) + byte(a, 2u) * byte(b, 2u) + byte(a, 3u) * byte(b, 3u);
    a += 0x01030507u;
    b ^= a;
  }
  output[id.x] = u32(sum);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x;
  var b = id.x * 747796405u;
  var sum = 0;
  for (var i = 0u; i < 512u; i++) {
    sum += dot4I8Packed(a, b);
    a += 0x01030507u;
    b ^= a;
  }
  output[id.x] = u32(sum);
}
