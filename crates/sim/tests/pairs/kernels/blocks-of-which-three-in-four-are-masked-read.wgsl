// name = "blocks of which three in four are masked read and multiplied by zero, or left out"
// source = "Gray et al., GPU Kernels for Block-Sparse Weights: time in proportion to the blocks that are left; a branch that is the same for a workgroup"
// range = { "ampere-8.6" = [2.3, 4.2], "rdna3" = [2, 4.2] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [67108864, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn kept(i: u32) -> bool {
  let h = (i ^ (i >> 15u)) * 0x85ebca6bu;
  return ((h ^ (h >> 13u)) & 3u) == 0u;
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) {
    let block = group.x * 64u + k;
    sum += input[block * 256u + lane] * select(0.0, 1.0, kept(block));
  }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k++) {
    let block = group.x * 64u + k;
    if (kept(block)) { sum += input[block * 256u + lane]; }
  }
  output[group.x * 256u + lane] = sum;
}
