// name = "one subgroup of eight with all the work of its workgroup"
// source = "a workgroup ends with its longest subgroup, and a subgroup has one of four schedulers"
// range = { "ampere-8.6" = [2, 12], "rdna3" = [2, 12] }
// long = true
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

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = work(input[id.x], select(0u, 8000u, lane < 64u)); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], arrayLength(&input) / 524u); }
