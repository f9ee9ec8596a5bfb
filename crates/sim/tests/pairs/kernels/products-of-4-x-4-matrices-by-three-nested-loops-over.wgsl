// name = "products of 4 x 4 matrices by three nested loops over arrays, or of mat4x4f"
// source = "loops of constant bounds are laid out and the arrays are registers (CUDA C++ Best Practices Guide, local memory; Mesa, nir_opt_loop_unroll)"
// range = { "ampere-8.6" = [0.85, 1.25], "rdna3" = [0.8, 1.35] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 4u;
fn multiply(a: ptr<function, array<f32, 16>>, b: ptr<function, array<f32, 16>>, c: ptr<function, array<f32, 16>>) {
  for (var i = 0u; i < N; i++) {
    for (var j = 0u; j < N; j++) {
      var sum = 0.0;
      for (var k = 0u; k < N; k++) { sum += (*a)[i * N + k] * (*b)[k * N + j]; }
      (*c)[i * N + j] = sum;
    }
  }
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a: array<f32, 16>; var b: array<f32, 16>; var c: array<f32, 16>;
  for (var i = 0u; i < 16u; i++) { a[i] = f32(id.x + i) * 0.001; b[i] = f32(id.x * i) * 0.0001; }
  for (var turn = 0; turn < 64; turn++) { multiply(&a, &b, &c); a = c; }
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += a[i]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a: mat4x4f; var b: mat4x4f;
  for (var i = 0u; i < 4u; i++) {
    a[i] = vec4f(f32(id.x + i)) * 0.001 + vec4f(0.0, 0.1, 0.2, 0.3);
    b[i] = vec4f(f32(id.x * i)) * 0.0001 + vec4f(0.3, 0.2, 0.1, 0.0);
  }
  for (var turn = 0; turn < 64; turn++) { a = a * b; }
  output[id.x] = dot(a[0] + a[1] + a[2] + a[3], vec4f(1.0));
}
