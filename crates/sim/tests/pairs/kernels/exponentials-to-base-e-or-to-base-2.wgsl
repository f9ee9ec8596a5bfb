// name = "exponentials to base e, or to base 2"
// source = "one product more beside two clocks of the special function unit (CUDA C++ Programming Guide, intrinsic functions: exp is exp2 of a product); Mesa lowers exp to v_exp_f32 of a product"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.000001;
  for (var i = 0u; i < 256u; i++) { x = exp(x) * 0.25; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.000001;
  for (var i = 0u; i < 256u; i++) { x = exp2(x) * 0.25; }
  output[id.x] = x;
}
