// name = "SHA-256's choice of three words, or two exclusive ors"
// source = "CUDA binary utilities: LOP3 computes any function of three words; RDNA instruction set architecture: V_BFI_B32, V_XOR3_B32"
// range = { "ampere-8.6" = [0.85, 1.3], "rdna3" = [0.8, 1.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn choose(x: u32, y: u32, z: u32) -> u32 { return (x & y) ^ (~x & z); }
fn mix(x: u32, y: u32, z: u32) -> u32 { return x ^ y ^ z; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x; var b = id.x * 3u + 1u; var c = 0x6a09e667u;
  for (var i = 0u; i < 512u; i++) { let t = choose(a, b, c) + i; c = b; b = a; a = t; }
  output[id.x] = a;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x; var b = id.x * 3u + 1u; var c = 0x6a09e667u;
  for (var i = 0u; i < 512u; i++) { let t = mix(a, b, c) + i; c = b; b = a; a = t; }
  output[id.x] = a;
}
