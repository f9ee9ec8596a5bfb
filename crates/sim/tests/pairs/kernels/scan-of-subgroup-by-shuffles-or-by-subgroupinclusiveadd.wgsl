// name = "a scan of the subgroup by shuffles, or by subgroupInclusiveAdd"
// source = "NVIDIA's compilers make five shuffles and predicated sums of either; on RDNA shuffles by a variable are ds_bpermute, the built-in is DPP (AMD lab notes; GPUOpen, cross-lane operations)"
// range = { "ampere-8.6" = [0.9, 1.4], "rdna3" = [1.5, 5] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn scanned(value: u32, lane: u32, width: u32) -> u32 {
  var sum = value;
  for (var distance = 1u; distance < width; distance *= 2u) {
    let other = subgroupShuffleUp(sum, distance);
    if lane >= distance { sum += other; }
  }
  return sum;
}
@compute @workgroup_size(256)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) width: u32) {
  var x = id.x;
  for (var k = 0u; k < 128u; k++) { x = scanned(x ^ k, lane, width); }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var k = 0u; k < 128u; k++) { x = subgroupInclusiveAdd(x ^ k); }
  output[id.x] = x;
}
