// name = "sums in 8 bins of workgroup memory by random keys, or in 64"
// source = "count: of 32 lanes 7 to 8 meet at one word of eight, 3 to 4 in a bank with 64, a turn each (NVIDIA, GPU Pro Tip: Fast Histograms Using Shared Atomics on Maxwell), beside two to three clocks of draws"
// range = { "ampere-8.6" = [1.2, 2.6], "rdna3" = [1.0, 2.8] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [245760]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> bins: array<atomic<u32>, 64>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var h = id.x * 2654435769u;
  for (var i = 0u; i < 64u; i++) {
    h = h * 1664525u + 1013904223u;
    atomicAdd(&bins[h >> 29u], (h >> 8u) & 15u);
  }
  workgroupBarrier();
  if (lane < 64u) { output[group.x * 64u + lane] = atomicLoad(&bins[lane]); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var h = id.x * 2654435769u;
  for (var i = 0u; i < 64u; i++) {
    h = h * 1664525u + 1013904223u;
    atomicAdd(&bins[h >> 26u], (h >> 8u) & 15u);
  }
  workgroupBarrier();
  if (lane < 64u) { output[group.x * 64u + lane] = atomicLoad(&bins[lane]); }
}
