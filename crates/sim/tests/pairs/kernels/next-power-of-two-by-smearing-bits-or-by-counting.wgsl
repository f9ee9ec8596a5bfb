// name = "the next power of two by smearing bits, or by counting leading zeros"
// source = "CUDA C++ Programming Guide, throughput of instructions, 8.6: 11 of 64 a clock, against one of 16 and two of 64; on RDNA all at the full rate"
// range = { "ampere-8.6" = [1.2, 2.6], "rdna3" = [1.8, 4.8] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var i = 0u; i < 512u; i++) {
    var v = x;
    v |= v >> 1u;
    v |= v >> 2u;
    v |= v >> 4u;
    v |= v >> 8u;
    v |= v >> 16u;
    x = (x ^ (v + 1u)) + 0x9e3779b9u;
  }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var i = 0u; i < 512u; i++) {
    let v = 0x80000000u >> (countLeadingZeros(x) - 1u);
    x = (x ^ v) + 0x9e3779b9u;
  }
  output[id.x] = x;
}
