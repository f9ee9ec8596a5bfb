// name = "one chain of multiply-adds, or four, one subgroup a scheduler"
// source = "Volkov, Better Performance at Lower Occupancy: independent instructions hide a latency of four clocks or more"
// range = { "ampere-8.6" = [2, 4.3], "rdna3" = [1.3, 5.5] }
// long = true
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = input[id.x];
  for (var i = 0u; i < 16000u; i++) { a = fma(a, 0.5, 1.0); }
  output[id.x] = a;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = vec4f(input[id.x]);
  for (var i = 0u; i < 4000u; i++) { a = fma(a, vec4f(0.5), vec4f(1.0)); }
  output[id.x] = a.x + a.y + a.z + a.w;
}
