// name = "bits counted by a table of 256 words of workgroup memory, or by countOneBits"
// source = "count: four reads at random places, 3.5 turns each, 14 clocks, against two of countOneBits and one of the draw on 8.6; rdna3: 14 to 28 clocks against three (CUDA C++ Programming Guide, shared memory; RDNA3 instruction set architecture)"
// range = { "ampere-8.6" = [2.8, 6.5], "rdna3" = [3.5, 11] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> counts: array<u32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  counts[lane] = countOneBits(lane);
  workgroupBarrier();
  var x = id.x;
  var sum = 0u;
  for (var i = 0u; i < 128u; i++) {
    x = x * 1664525u + 1013904223u;
    sum += counts[x & 255u] + counts[(x >> 8u) & 255u] + counts[(x >> 16u) & 255u] + counts[x >> 24u];
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  var sum = 0u;
  for (var i = 0u; i < 128u; i++) {
    x = x * 1664525u + 1013904223u;
    sum += countOneBits(x);
  }
  output[id.x] = sum;
}
