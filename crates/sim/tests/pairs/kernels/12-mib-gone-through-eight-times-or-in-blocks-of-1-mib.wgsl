// name = "12 MiB gone through eight times, or in blocks of 1 MiB eight times each"
// source = "count of bytes: 96 MiB of DRAM, 318 us, against 12 MiB, 40 us, and 92 us of level 2 (3 MiB) on 8.6; rdna3: seven passes from the memory-side cache, 25 to 35 us beside 13 us of DRAM, against level 2's 14 to 18"
// range = { "ampere-8.6" = [2, 4], "rdna3" = [1.1, 2.4] }
// missed."rdna3" = "1.00: level 2 hands out the 96 MiB in 16 us either way, and a wave's 63 loads find two of three passes there; the range counted every pass from the memory-side cache"
// long = true
// slow = [128, 1, 1]
// fast = [128, 1, 1]
// buffers = [12582912, 131072]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f(0.0);
  for (var r = 0u; r < 8u; r++) {
    for (var block = 0u; block < 24u; block++) { sum += input[block * 32768u + ((id.x + r * 4096u) & 32767u)]; }
  }
  output[id.x] = dot(sum, vec4f(1.0));
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f(0.0);
  for (var block = 0u; block < 12u; block++) {
    for (var r = 0u; r < 8u; r++) {
      sum += input[block * 65536u + ((id.x + r * 4096u) & 65535u)];
      sum += input[block * 65536u + ((id.x + 32768u + r * 4096u) & 65535u)];
    }
  }
  output[id.x] = dot(sum, vec4f(1.0));
}
