// name = "one workgroup of 1024, or four of 256: a chain of multiply-adds"
// source = "counting: eight subgroups a scheduler take eight clocks a step, two wait for its four (GPGPU-Sim SM86_RTX3070); on RDNA3 four wavefronts of 64 a SIMD, or one that waits five clocks"
// range = { "ampere-8.6" = [1.5, 2.1], "rdna3" = [0.95, 1.75] }
// slow = [1, 1, 1]
// fast = [4, 1, 1]
// buffers = [4, 4096]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn chain(start: u32) -> f32 {
  var x = f32(start);
  for (var i = 0u; i < 8192u; i++) { x = fma(x, 0.9997, 0.25); }
  return x;
}
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = chain(id.x); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = chain(id.x); }
