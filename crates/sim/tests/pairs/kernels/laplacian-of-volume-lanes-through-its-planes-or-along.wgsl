// name = "a Laplacian of a volume, lanes through its planes, or along its rows"
// source = "CUDA C++ Best Practices Guide, coalesced access; five columns of a sector a lane from level 2 (about 160 bytes an element at 3.6 times DRAM's rate) against 8 bytes from DRAM"
// range = { "ampere-8.6" = [3, 14], "rdna3" = [3, 25] }
// long = true
// slow = [256, 256, 4]
// fast = [4, 256, 256]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 256u;
@compute @workgroup_size(1, 1, 64) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = (id.z * N + id.y) * N + id.x;
  if (any(id == vec3u(0)) || any(id >= vec3u(N - 1u))) { output[i] = 0.0; return; }
  output[i] = input[i - 1u] + input[i + 1u] + input[i - N] + input[i + N] + input[i - N * N] + input[i + N * N] - 6.0 * input[i];
}
@compute @workgroup_size(64, 1, 1) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let i = (id.z * N + id.y) * N + id.x;
  if (any(id == vec3u(0)) || any(id >= vec3u(N - 1u))) { output[i] = 0.0; return; }
  output[i] = input[i - 1u] + input[i + 1u] + input[i - N] + input[i + N] + input[i - N * N] + input[i + N * N] - 6.0 * input[i];
}
