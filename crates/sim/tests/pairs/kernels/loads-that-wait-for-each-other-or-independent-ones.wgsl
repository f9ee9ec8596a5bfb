// name = "loads that wait for each other, or independent ones"
// source = "Volkov, Understanding Latency Hiding on GPUs: a chain of loads pays each latency"
// range = { "ampere-8.6" = [2.5, 40], "rdna3" = [2.5, 40] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x;
  for (var i = 0u; i < 64u; i++) { at = input[at + i * 4096u]; }
  output[id.x] = at;
}
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var i = 0u; i < 64u; i++) { sum += input[id.x + i * 4096u]; }
  output[id.x] = sum;
}
