// name = "a sparse matrix of 32 entries a row, stored by rows, or by entries"
// source = "Bell and Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors: ELL is stored by columns so that neighbouring rows coalesce"
// range = { "ampere-8.6" = [1.3, 9], "rdna3" = [1.2, 14] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [33554432, 1048576, 1048576]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0u; j < 32u; j++) { sum = fma(values[id.x * 32u + j], vector[(id.x + j * 61u) & 0x3ffffu], sum); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var j = 0u; j < 32u; j++) { sum = fma(values[j * 262144u + id.x], vector[(id.x + j * 61u) & 0x3ffffu], sum); }
  output[id.x] = sum;
}
