// name = "lane 0 adds up its workgroup, or all lanes in a tree"
// source = "Harris, Optimizing Parallel Reduction in CUDA: one lane works, 255 wait"
// range = { "ampere-8.6" = [4, 60], "rdna3" = [4, 60] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  if lane == 0u {
    var sum = 0.0;
    for (var i = 0u; i < arrayLength(&input) / 1024u; i++) { sum += part[i]; }
    output[id.x] = sum;
  }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[id.x] = part[0]; }
}
