// name = "31 workgroups on 30 units, or 30"
// source = "NVIDIA, Deep Learning Performance, wave and tile quantisation: a second wave takes as long as the first"
// range = { "ampere-8.6" = [1.6, 2.1] }
// long = true
// slow = [31, 1, 1]
// fast = [30, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); }
  return v;
}

@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 20000u); }
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 20000u); }
