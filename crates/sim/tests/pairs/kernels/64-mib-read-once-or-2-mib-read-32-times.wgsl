// name = "64 MiB read once, or 2 MiB read 32 times"
// source = "RRZE gpu-benches, gpu-l2-cache: level 2 has three to four times the rate of DRAM on such parts, and more on RDNA3"
// range = { "ampere-8.6" = [1.9, 4.5], "rdna3" = [1.6, 8] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 4194304, 2097152]

@group(0) @binding(0) var<storage, read> large: array<f32>;
@group(0) @binding(2) var<storage, read> small: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) { sum += large[id.x + k * 1048576u]; }
  if sum == 1.0 { output[id.x] = sum; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) { sum += small[(id.x + k * 81920u) & 524287u]; }
  if sum == 1.0 { output[id.x] = sum; }
}
