// name = "sum and greatest value of 32 MiB in two passes, or in one"
// source = "count of bytes: 64 MiB of DRAM against 32, 212 us against 106 on 8.6; rdna3's second pass comes from the 96 MB of its memory-side cache, 10 to 20 us beside 36 us of DRAM"
// range = { "ampere-8.6" = [1.6, 2.1], "rdna3" = [1.1, 1.6] }
// long = true
// slow = [180, 1, 1]
// fast = [180, 1, 1]
// buffers = [33554432, 368640]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var i = 0u; i < 182u; i++) { sum += input[i * 46080u + id.x]; }
  var most = 0.0;
  for (var i = 0u; i < 182u; i++) { most = max(most, input[i * 46080u + id.x]); }
  output[id.x] = sum;
  output[id.x + 46080u] = most;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  var most = 0.0;
  for (var i = 0u; i < 182u; i++) {
    let value = input[i * 46080u + id.x];
    sum += value;
    most = max(most, value);
  }
  output[id.x] = sum;
  output[id.x + 46080u] = most;
}
