// name = "two ways within a subgroup, or by whole subgroups"
// source = "CUDA C++ Programming Guide, control flow: the ways of a warp run one after the other"
// range = { "ampere-8.6" = [1.7, 2.2], "rdna3" = [1.7, 2.2] }
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

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; if id.x % 2u == 0u { v = long(v, 0.5); } else { v = long(v, 0.25) + 1.0; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; if (id.x / 128u) % 2u == 0u { v = long(v, 0.5); } else { v = long(v, 0.25) + 1.0; } output[id.x] = v; }
