// name = "a sum of the subgroup by shuffles, or by subgroupAdd"
// source = "five shuffles and sums either way on NVIDIA; on RDNA both become DPP moves"
// range = { "ampere-8.6" = [0.85, 1.35], "rdna3" = [0.8, 2.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) size: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) {
    var sum = v;
    sum += subgroupShuffleXor(sum, 1u); sum += subgroupShuffleXor(sum, 2u); sum += subgroupShuffleXor(sum, 4u); sum += subgroupShuffleXor(sum, 8u); sum += subgroupShuffleXor(sum, 16u);
    if size == 64u { sum += subgroupShuffleXor(sum, 32u); }
    v = sum * 0.01 + v;
  }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) { v = subgroupAdd(v) * 0.01 + v; }
  output[id.x] = v;
}
