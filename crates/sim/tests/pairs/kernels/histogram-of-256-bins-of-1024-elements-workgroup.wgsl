// name = "a histogram of 256 bins of 1024 elements a workgroup, or of 65536"
// source = "16384 flushes of 256 bins for 256: 4.2 M atomics, eight to a sector of L2 a clock, 15 to 50 us beside 212 us of DRAM, and the short lives' barriers"
// range = { "ampere-8.6" = [0.95, 1.9], "rdna3" = [0.95, 2.4] }
// missed."rdna3" = "256 long workgroups are five subgroups a scheduler with a load at a time, which do not wholly fill DRAM: 0.94, which the range leaves out"
// long = true
// slow = [16384, 1, 1]
// fast = [256, 1, 1]
// buffers = [67108864, 1024]

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, 256>;
var<workgroup> bins: array<atomic<u32>, 256>;
fn bin(value: u32, i: u32) -> u32 { return ((value ^ i) * 2654435769u) >> 24u; }
fn count(first: u32, elements: u32, lane: u32) {
  atomicStore(&bins[lane], 0u);
  workgroupBarrier();
  for (var i = lane; i < elements; i += 256u) { atomicAdd(&bins[bin(values[first + i], first + i)], 1u); }
  workgroupBarrier();
  let n = atomicLoad(&bins[lane]);
  if n != 0u { atomicAdd(&histogram[lane], n); }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(group.x * 1024u, 1024u, lane);
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(group.x * 65536u, 65536u, lane);
}
