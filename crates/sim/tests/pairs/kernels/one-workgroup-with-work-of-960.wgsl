// name = "one workgroup with the work of 960"
// source = "a unit cannot share its workgroup with the others: 30 units, or 48, stand by, and a workgroup alone fills its own in part"
// range = { "ampere-8.6" = [20, 120], "rdna3" = [20, 250] }
// slow = [1, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); }
  return v;
}

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  for (var group = 0u; group < 960u; group++) { output[group * 256u + id.x] = work(input[group * 256u + id.x], 64u); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 64u); }
