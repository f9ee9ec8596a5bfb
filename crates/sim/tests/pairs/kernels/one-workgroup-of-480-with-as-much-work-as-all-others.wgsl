// name = "one workgroup of 480 with as much work as all others"
// source = "the longest workgroup ends last"
// range = { "ampere-8.6" = [8, 24], "rdna3" = [5, 60] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); }
  return v;
}

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], select(100u, 48000u, id.x < 256u)); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], arrayLength(&input) / 1310u); }
