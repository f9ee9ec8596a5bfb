// name = "a copy of every other element, or of half as long an array"
// source = "CUDA C++ Best Practices Guide, strided accesses: a stride of two has half the efficiency"
// range = { "ampere-8.6" = [1.6, 2.6], "rdna3" = [1.6, 3.2] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  y[2u * id.x] = x[2u * id.x];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  y[id.x] = x[id.x];
}
