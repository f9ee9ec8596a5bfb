// name = "a sum of the subgroup in each pass, or once after the loop"
// source = "count: five shuffles of one clock and five sums beside two instructions of a quarter each on 8.6, 6 to 7 clocks against 0.5 to 0.75 (CUDA C++ Programming Guide, arithmetic throughput: 32 shuffles a clock); rdna3: seven to ten moves and sums beside two"
// range = { "ampere-8.6" = [6, 16], "rdna3" = [3, 12] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(id.x);
  var sum = 0.0;
  for (var i = 0u; i < 128u; i++) {
    v = v * 0.96875 + 0.125;
    sum += subgroupAdd(v);
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(id.x);
  var sum = 0.0;
  for (var i = 0u; i < 128u; i++) {
    v = v * 0.96875 + 0.125;
    sum += v;
  }
  output[id.x] = subgroupAdd(sum);
}
