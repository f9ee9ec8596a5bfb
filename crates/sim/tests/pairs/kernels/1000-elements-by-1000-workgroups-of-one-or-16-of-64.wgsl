// name = "1000 elements by 1000 workgroups of one, or 16 of 64"
// source = "RRZE gpu-benches, gpu-small-kernels: the launch is what takes time"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// missed."rdna3" = "0.78: what a launch takes here is not published, and without it the range means nothing"
// slow = [1000, 1, 1]
// fast = [16, 1, 1]
// buffers = [4000, 4000]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(1) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] * 2.0 + 1.0; }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x < arrayLength(&output) { output[id.x] = input[id.x] * 2.0 + 1.0; }
}
