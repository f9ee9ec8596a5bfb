// name = "brightness of pixels of three neighbouring f32, or of three planes"
// source = "as many bytes; three requests touch the same twelve sectors and level 1 has them after the first (CUDA C++ Best Practices Guide, coalescing): twelve turns against six a subgroup, hidden by 106 us of DRAM on 8.6"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [25165824, 8388608]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = 0.25 * input[id.x * 3u] + 0.5 * input[id.x * 3u + 1u] + 0.25 * input[id.x * 3u + 2u];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = 0.25 * input[id.x] + 0.5 * input[id.x + 2097152u] + 0.25 * input[id.x + 4194304u];
}
