// name = "f32 divided by three, or multiplied by a third"
// source = "Vulkan specification, precision of division: 2.5 ULP, so that compilers multiply by the reciprocal of a constant (Mesa, nir_opt_algebraic, lower_fdiv)"
// range = { "ampere-8.6" = [0.9, 1.3], "rdna3" = [0.9, 1.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var i = 0u; i < 1024u; i++) { x = x / 3.0 + 1.0; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var i = 0u; i < 1024u; i++) { x = x * 0.33333333 + 1.0; }
  output[id.x] = x;
}
