// name = "a histogram of 1024 bins by random keys in storage memory, or in workgroup memory first"
// source = "count: 4 Mi atomics on sectors of their own, 24 slices of level 2 do one a clock, 123 us on 8.6, against 450 clocks of turns and 640 of hashes a workgroup, 20 to 25 us; rdna3: 24 to 48 a clock, 35 to 70 us, against 6 to 9 (Nvidia, GPU Pro Tip: Fast Histograms Using Shared Atomics on Maxwell)"
// range = { "ampere-8.6" = [3.5, 9], "rdna3" = [4, 11] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [4096]

@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>, 1024>;
var<workgroup> counts: array<atomic<u32>, 1024>;
fn key(x: u32) -> u32 {
  let h = (x ^ (x >> 16u)) * 0x7feb352du;
  return ((h ^ (h >> 15u)) * 0x846ca68bu) >> 22u;
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 16u; i++) { atomicAdd(&bins[key((group.x * 16u + i) * 256u + lane)], 1u); }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 16u; i++) { atomicAdd(&counts[key((group.x * 16u + i) * 256u + lane)], 1u); }
  workgroupBarrier();
  for (var i = lane; i < 1024u; i += 256u) { atomicAdd(&bins[i], atomicLoad(&counts[i])); }
}
