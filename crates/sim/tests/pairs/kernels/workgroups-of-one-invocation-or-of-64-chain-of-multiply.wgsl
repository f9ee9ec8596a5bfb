// name = "workgroups of one invocation, or of 64: a chain of multiply-adds"
// source = "counting: an instruction is issued for one lane, or for 32 (CUDA C++ Best Practices Guide, block size a multiple of the warp)"
// range = { "ampere-8.6" = [24, 34], "rdna3" = [20, 66] }
// missed."ampere-8.6" = "36: sixteen subgroups a unit just cover the four clocks of a multiply-add, where the estimate rounds the knee off"
// slow = [30720, 1, 1]
// fast = [480, 1, 1]
// buffers = [122880, 122880]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn chain(v: f32) -> f32 {
  var x = v;
  for (var i = 0u; i < 4096u; i++) { x = fma(x, 0.999, 0.5); }
  return x;
}
@compute @workgroup_size(1) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = chain(f32(id.x)); }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = chain(f32(id.x)); }
