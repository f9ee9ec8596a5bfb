// name = "a private array indexed by data, or in registers"
// source = "CUDA C++ Programming Guide, local memory: arrays that are not indexed by constants live in memory"
// range = { "ampere-8.6" = [2, 40], "rdna3" = [1.5, 40] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a: array<f32, 16>;
  for (var i = 0u; i < 200u; i++) { a[(i * 7u + id.x) % 16u] += 1.5; }
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += a[i]; }
  output[id.x] = sum + input[id.x];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a: array<f32, 16>;
  for (var j = 0u; j < 12u; j++) { for (var i = 0u; i < 16u; i++) { a[i] += 1.5; } }
  for (var i = 0u; i < 8u; i++) { a[i] += 1.5; }
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += a[i]; }
  output[id.x] = sum + input[id.x];
}
