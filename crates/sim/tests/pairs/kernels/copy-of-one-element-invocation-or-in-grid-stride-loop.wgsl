// name = "a copy of one element an invocation, or in a grid-stride loop"
// source = "Harris, CUDA Pro Tip: Write Flexible Kernels with Grid-Stride Loops: as fast; both are bound by DRAM"
// range = { "ampere-8.6" = [0.85, 1.35], "rdna3" = [0.85, 1.4] }
// long = true
// slow = [32768, 1, 1]
// fast = [960, 1, 1]
// buffers = [33554432, 33554432]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { if id.x < arrayLength(&output) { output[id.x] = input[id.x]; } }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < arrayLength(&output); i += groups.x * 256u) { output[i] = input[i]; }
}
