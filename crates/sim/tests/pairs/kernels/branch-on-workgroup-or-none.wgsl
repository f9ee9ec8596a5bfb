// name = "a branch on the workgroup, or none"
// source = "whole subgroups go one way: a branch is an instruction"
// range = { "ampere-8.6" = [0.95, 1.15], "rdna3" = [0.95, 1.15] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn long(x: f32, a: f32) -> f32 {
  var v = x;
  for (var i = 0u; i < 300u; i++) { v = fma(v, a, 1.0); }
  return v;
}

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { var v = input[id.x]; if group.x % 2u == 0u { v = long(v, 0.5); } else { v = long(v, 0.25); } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = long(input[id.x], 0.5); }
