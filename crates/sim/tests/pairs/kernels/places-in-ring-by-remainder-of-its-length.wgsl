// name = "places in a ring by the remainder of its length, or by one subtraction"
// source = "count: 8 (reciprocal before the loop) to 20 instructions, some of the conversion and special function units, against four (CUDA C++ Programming Guide, arithmetic throughput; Mesa, nir_lower_idiv); products of integers at a quarter of the rate on rdna3"
// range = { "ampere-8.6" = [1.8, 8], "rdna3" = [2.5, 9] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let length = 1000u + (id.x & 7u);
  var at = id.x & 511u;
  var sum = 0u;
  for (var i = 0u; i < 256u; i++) {
    at = (at + 7u) % length;
    sum += at;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let length = 1000u + (id.x & 7u);
  var at = id.x & 511u;
  var sum = 0u;
  for (var i = 0u; i < 256u; i++) {
    at += 7u;
    at = select(at, at - length, at >= length);
    sum += at;
  }
  output[id.x] = sum;
}
