// name = "workgroups of 33, or of 32"
// source = "a subgroup of one lane costs what a full one does: 66 lanes' time for 33"
// range = { "ampere-8.6" = [1.4, 2.1], "rdna3" = [0.8, 2.1] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); }
  return v;
}

@compute @workgroup_size(33) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 2000u); }
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 2000u); }
