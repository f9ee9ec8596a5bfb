// name = "tiles of 32 x 8 pixels inverted column of tiles by column, or row by row"
// source = "whole lines and as many bytes in both; only the order of DRAM's pages differs (CUDA C++ Best Practices Guide, coalescing)"
// range = { "ampere-8.6" = [0.95, 1.3], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [256, 64, 1]
// fast = [64, 256, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let at = (group.x * 8u + local.y) * 2048u + group.y * 32u + local.x;
  output[at] = 1.0 - input[at];
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let at = (group.y * 8u + local.y) * 2048u + group.x * 32u + local.x;
  output[at] = 1.0 - input[at];
}
