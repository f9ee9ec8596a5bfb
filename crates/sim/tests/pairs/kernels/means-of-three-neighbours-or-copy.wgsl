// name = "means of three neighbours, or a copy"
// source = "the two other loads hit in level 1: Micikevicius, 3D Finite Difference Computation on GPUs: stencils near the rate of a copy; two more requests a subgroup"
// range = { "ampere-8.6" = [0.97, 1.25], "rdna3" = [0.97, 1.35] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let left = max(id.x, 1u) - 1u;
  let right = min(id.x + 1u, 4194303u);
  output[id.x] = (input[left] + input[id.x] + input[right]) / 3.0;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
