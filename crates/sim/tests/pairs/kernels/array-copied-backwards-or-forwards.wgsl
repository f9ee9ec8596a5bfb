// name = "an array copied backwards, or forwards"
// source = "CUDA C++ Best Practices Guide, coalesced access: any order within the segments of a warp"
// range = { "ampere-8.6" = [0.93, 1.12], "rdna3" = [0.93, 1.12] }
// long = true
// slow = [15625, 1, 1]
// fast = [15625, 1, 1]
// buffers = [16000000, 16000000]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let n = arrayLength(&input);
  if id.x >= n { return; }
  output[n - 1u - id.x] = input[id.x];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&input) { return; }
  output[id.x] = input[id.x];
}
