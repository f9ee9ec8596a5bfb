// name = "65536 rows of 64 words gathered by a permutation, or in order"
// source = "whole lines of 256 bytes in both; only DRAM's pages differ, of which a row has an eighth (CUDA C++ Best Practices Guide, coalescing)"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let row = ((id.x >> 6u) * 40503u) & 65535u;
  output[id.x] = input[row * 64u + (id.x & 63u)];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[(id.x >> 6u) * 64u + (id.x & 63u)]; }
