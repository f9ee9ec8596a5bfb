// name = "trip counts that differ between subgroups, or their mean"
// source = "other subgroups fill the schedulers meanwhile"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [0.95, 1.4] }
// slow = [1920, 1, 1]
// fast = [1920, 1, 1]
// buffers = [2097152, 2097152]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  var u = x + 1.0;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); u = fma(u, 0.25, 1.0); }
  return v + u;
}

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], id.x / 64u % 4u * 256u + 64u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 448u); }
