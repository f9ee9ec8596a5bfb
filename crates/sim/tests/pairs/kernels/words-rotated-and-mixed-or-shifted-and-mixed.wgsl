// name = "words rotated and mixed, or shifted and mixed"
// source = "CUDA binary utilities: SHF rotates in one instruction; RDNA instruction set architecture: V_ALIGNBIT_B32"
// range = { "ampere-8.6" = [0.9, 1.25], "rdna3" = [0.9, 1.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn rotate(x: u32, n: u32) -> u32 { return (x << n) | (x >> (32u - n)); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x; var b = 0x9e3779b9u;
  for (var i = 0u; i < 512u; i++) { a += b; b = rotate(b, 7u) ^ a; }
  output[id.x] = a;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x; var b = 0x9e3779b9u;
  for (var i = 0u; i < 512u; i++) { a += b; b = (b << 7u) ^ a; }
  output[id.x] = a;
}
