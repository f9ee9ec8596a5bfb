// name = "butterflies whose results lie side by side, or half of the array apart"
// source = "as many bytes; each store touches eight sectors by halves, which level 2 joins (CUDA C++ Best Practices Guide, coalescing): 106 us of DRAM beside 40 us of level 2 on 8.6"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let a = input[id.x];
  let b = input[id.x + 2097152u];
  output[id.x * 2u] = a + b;
  output[id.x * 2u + 1u] = a - b;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let a = input[id.x];
  let b = input[id.x + 2097152u];
  output[id.x] = a + b;
  output[id.x + 2097152u] = a - b;
}
