// name = "a vector times the product of two matrices, or times one and then the other"
// source = "Golub and Van Loan, Matrix Computations, the order of products: 64 and 16 multiply-adds, or 16 and 16, beside 16 sums that change a matrix in both: 96 against 48"
// range = { "ampere-8.6" = [1.7, 2.2], "rdna3" = [1.6, 2.3] }
// long = true
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [128, 5898240]

@group(0) @binding(0) var<storage, read> matrices: array<mat4x4f, 2>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let a = matrices[0] * f32(id.x);
  let change = a * 0.001;
  var b = matrices[1];
  var v = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  for (var i = 0u; i < 128u; i++) {
    v = (a * b) * v;
    b = b + change;
  }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let a = matrices[0] * f32(id.x);
  let change = a * 0.001;
  var b = matrices[1];
  var v = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  for (var i = 0u; i < 128u; i++) {
    v = a * (b * v);
    b = b + change;
  }
  output[id.x] = v;
}
