// name = "a chase through 64 MiB, or through 1 MiB"
// source = "github.com/markdewing/AI_kernels, latency, a 3 MiB level 2 part: 570 clocks from DRAM, 214 from level 2; chipsandcheese.com for RDNA3"
// range = { "ampere-8.6" = [1.8, 3.0], "rdna3" = [1.4, 4] }
// long = true
// slow = [1, 1, 1]
// fast = [1, 1, 1]
// buffers = [67108864, 4]

@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(1) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x + 12345u;
  for (var i = 0u; i < 262144u; i++) { at = at * 1664525u + 1013904223u + table[(at >> 8u) & 16777215u]; }
  output[0] = at;
}
@compute @workgroup_size(1) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x + 12345u;
  for (var i = 0u; i < 262144u; i++) { at = at * 1664525u + 1013904223u + table[(at >> 8u) & 262143u]; }
  output[0] = at;
}
