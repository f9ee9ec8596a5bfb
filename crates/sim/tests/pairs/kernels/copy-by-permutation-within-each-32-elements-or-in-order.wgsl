// name = "a copy by a permutation within each 32 elements, or in order"
// source = "CUDA C++ Programming Guide, device memory accesses: the sectors count, not which lane asks for which word"
// range = { "ampere-8.6" = [0.97, 1.1], "rdna3" = [0.97, 1.15] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x ^ 21u;
  y[i] = x[i];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  y[id.x] = x[id.x];
}
