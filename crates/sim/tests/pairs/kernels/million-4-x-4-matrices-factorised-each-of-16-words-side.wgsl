// name = "a million 4 x 4 matrices factorised, each of 16 words side by side, or interleaved"
// source = "batched small factorisations (Haidar et al.; Wei and others on interleaved layouts): loads 16 words apart take 16 clocks of level 1, stores write parts of sectors; DRAM is 424 us either way"
// range = { "ampere-8.6" = [1.1, 2.8], "rdna3" = [1.1, 3.0] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read_write> factors: array<f32>;
const COUNT = 1048576u;
fn cholesky(a: ptr<function, array<f32, 16>>) {
  for (var j = 0; j < 4; j++) {
    var d = (*a)[j * 5];
    for (var k = 0; k < j; k++) { d -= (*a)[j * 4 + k] * (*a)[j * 4 + k]; }
    let root = sqrt(d + 1.0);
    (*a)[j * 5] = root;
    for (var i = j + 1; i < 4; i++) {
      var s = (*a)[i * 4 + j];
      for (var k = 0; k < j; k++) { s -= (*a)[i * 4 + k] * (*a)[j * 4 + k]; }
      (*a)[i * 4 + j] = s / root;
    }
  }
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a: array<f32, 16>;
  for (var e = 0u; e < 16u; e++) { a[e] = matrices[id.x * 16u + e]; }
  cholesky(&a);
  for (var e = 0u; e < 16u; e++) { factors[id.x * 16u + e] = a[e]; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a: array<f32, 16>;
  for (var e = 0u; e < 16u; e++) { a[e] = matrices[e * COUNT + id.x]; }
  cholesky(&a);
  for (var e = 0u; e < 16u; e++) { factors[e * COUNT + id.x] = a[e]; }
}
