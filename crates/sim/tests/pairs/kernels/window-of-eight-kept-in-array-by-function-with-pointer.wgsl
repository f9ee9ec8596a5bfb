// name = "a window of eight kept in an array by a function with a pointer, or by hand"
// source = "loops of known length are laid out and arrays kept in registers: no difference (LLVM, SROA; Mesa, nir_lower_vars_to_ssa)"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 1.15] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [15728640, 15728640]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const COUNT = 3932160u;
fn push(window: ptr<function, array<f32, 4>>, value: f32) -> f32 {
  for (var i = 0u; i < 3u; i++) { (*window)[i] = (*window)[i + 1u]; }
  (*window)[3] = value;
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) { sum += (*window)[i]; }
  return sum * 0.25;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var window = array<f32, 4>();
  for (var row = 0u; row < 16u; row++) {
    let at = row * 245760u + id.x;
    output[at] = push(&window, input[at]);
  }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = 0.0; var b = 0.0; var c = 0.0;
  for (var row = 0u; row < 16u; row++) {
    let at = row * 245760u + id.x;
    let d = input[at];
    output[at] = (a + b + c + d) * 0.25;
    a = b; b = c; c = d;
  }
}
