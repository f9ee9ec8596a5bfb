// name = "a plain product that adds to its result in memory, or to a variable"
// source = "counting: a load and a store of the result for each multiply-add, which compilers must keep as bindings may overlap (Boehm, How to Optimize a CUDA Matmul Kernel; CUDA C++ Programming Guide, __restrict__)"
// range = { "ampere-8.6" = [1.6, 6], "rdna3" = [1.5, 9] }
// long = true
// slow = [16, 16, 1]
// fast = [16, 16, 1]
// buffers = [262144, 262144, 262144]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
const N = 256u;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= N || id.y >= N { return; }
  c[id.y * N + id.x] = 0.0;
  for (var k = 0u; k < N; k++) { c[id.y * N + id.x] += a[id.y * N + k] * b[k * N + id.x]; }
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= N || id.y >= N { return; }
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += a[id.y * N + k] * b[k * N + id.x]; }
  c[id.y * N + id.x] = sum;
}
