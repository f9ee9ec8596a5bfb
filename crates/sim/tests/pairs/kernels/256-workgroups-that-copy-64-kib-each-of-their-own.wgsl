// name = "256 workgroups that copy 64 KiB each of their own, or every 256th KiB"
// source = "whole lines and as many bytes in both; only the order of DRAM's pages differs (NVIDIA, CUDA Pro Tip: Write Flexible Kernels with Grid-Stride Loops)"
// range = { "ampere-8.6" = [0.9, 1.2], "rdna3" = [0.9, 1.25] }
// long = true
// slow = [256, 1, 1]
// fast = [256, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) {
    let at = group.x * 16384u + i * 256u + lane;
    output[at] = input[at];
  }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 64u; i++) { output[i * 65536u + id.x] = input[i * 65536u + id.x]; }
}
