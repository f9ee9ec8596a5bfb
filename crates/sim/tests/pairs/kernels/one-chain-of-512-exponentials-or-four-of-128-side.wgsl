// name = "one chain of 512 exponentials, or four of 128 side by side, one subgroup a scheduler"
// source = "count: 21 clocks of the special function unit and two products of four against eight clocks a subgroup, with start and launch (GPGPU-Sim SM86_RTX3070; CUDA C++ Programming Guide, arithmetic throughput); rdna3: eight clocks for 64 lanes hide most of its latency"
// range = { "ampere-8.6" = [1.7, 3.9], "rdna3" = [0.95, 3] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [15360]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.001;
  for (var i = 0u; i < 512u; i++) { x = exp(-x) * 0.5; }
  output[id.x] = x;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = vec4f(f32(id.x)) * vec4f(0.001, 0.002, 0.003, 0.004);
  for (var i = 0u; i < 128u; i++) { x = exp(-x) * 0.5; }
  output[id.x] = x.x + x.y + x.z + x.w;
}
