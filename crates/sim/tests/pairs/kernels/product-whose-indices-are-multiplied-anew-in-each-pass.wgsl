// name = "a product whose indices are multiplied anew in each pass, or carried on"
// source = "compilers reduce a product with a counter to a sum, and loads take most of both: CUDA C++ Best Practices Guide, arithmetic"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 1.25] }
// long = true
// slow = [16, 64, 1]
// fast = [16, 64, 1]
// buffers = [4, 1048576, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let n = sizes[0] + 512u;
  var sum = 0.0;
  for (var k = 0u; k < n; k++) { sum += a[id.y * n + k] * b[k * n + id.x]; }
  c[id.y * n + id.x] = sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let n = sizes[0] + 512u;
  var sum = 0.0;
  var i = id.y * n;
  var j = id.x;
  for (var k = 0u; k < n; k++) {
    sum += a[i] * b[j];
    i += 1u;
    j += n;
  }
  c[id.y * n + id.x] = sum;
}
