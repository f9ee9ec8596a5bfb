// name = "running totals of 256 elements by lane 0 alone, or in steps of all lanes"
// source = "count: 256 turns of a load, a sum and a store of one lane, 10 to 35 clocks each, with six workgroups a unit beside each other, against eight steps of 100 clocks between barriers; launch and loads in both"
// range = { "ampere-8.6" = [3, 20], "rdna3" = [3, 30] }
// missed."ampere-8.6" = "1.62: loads of several passes are under way together, nine clocks an element, and launches, loads and 6 us of DRAM are most of the fast kernel's time, which the range leaves out"
// missed."rdna3" = "2.93: launches, loads and DRAM are most of the fast kernel's time, which the range leaves out"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  sums[lane] = input[id.x];
  workgroupBarrier();
  if (lane == 0u) {
    var total = 0.0;
    for (var i = 0u; i < 256u; i++) {
      total += sums[i];
      sums[i] = total;
    }
  }
  workgroupBarrier();
  output[id.x] = sums[lane];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var total = input[id.x];
  sums[lane] = total;
  workgroupBarrier();
  for (var step = 1u; step < 256u; step *= 2u) {
    if (lane >= step) { total += sums[lane - step]; }
    workgroupBarrier();
    sums[lane] = total;
    workgroupBarrier();
  }
  output[id.x] = total;
}
