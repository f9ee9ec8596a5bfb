// name = "lane 0 of each subgroup adds up what all wrote to workgroup memory, or a tree of shuffles"
// source = "a load and a sum for each of 32 lanes (64 on RDNA; compilers may load four at once), or five shuffles (six)"
// range = { "ampere-8.6" = [1.5, 7.5], "rdna3" = [2, 14] }
// missed."rdna3" = "Mesa does not lay out 64 passes, each of which then waits for its load: the range took them for overlapping"
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) at: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) {
    part[lane] = v;
    workgroupBarrier();
    if at == 0u {
      var sum = 0.0;
      for (var k = 0u; k < size; k++) { sum += part[lane + k]; }
      part[lane] = sum;
    }
    workgroupBarrier();
    v = part[lane - at] * 0.01 + v;
  }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) size: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) {
    var sum = v;
    for (var d = size / 2u; d > 0u; d /= 2u) { sum += subgroupShuffleXor(sum, d); }
    v = sum * 0.01 + v;
  }
  output[id.x] = v;
}
