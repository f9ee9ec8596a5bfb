// name = "a trip count of its own for each lane, or its mean for all"
// source = "a subgroup takes as many passes as its longest lane: 31 or 63 of 32 lanes, 63 of 64, for a mean of 32"
// range = { "ampere-8.6" = [1.35, 1.6], "rdna3" = [1.6, 2.2] }
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

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], (id.x % 64u) * 16u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], arrayLength(&input) / 512u); }
