// name = "the long one of 301 workgroups last, or first"
// source = "units take workgroups in their order: ten rounds and then ten times one more, or eleven rounds in all"
// range = { "ampere-8.6" = [1.3, 2.05], "rdna3" = [1.0, 2.05] }
// long = true
// slow = [301, 1, 1]
// fast = [301, 1, 1]
// buffers = [2097152, 2097152]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(x: f32, trips: u32) -> f32 {
  var v = x;
  var u = x + 1.0;
  for (var i = 0u; i < trips; i++) { v = fma(v, 0.5, 1.0); u = fma(u, 0.25, 1.0); }
  return v + u;
}

@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { output[id.x] = work(input[id.x], select(1024u, 10240u, group.x == 300u)); }
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { output[id.x] = work(input[id.x], select(1024u, 10240u, group.x == 0u)); }
