// name = "a scan in steps that begins anew at flags, or a plain one"
// source = "Sengupta et al., Scan Primitives for GPU Computing: segmented scans move a flag with each value: twice the words of workgroup memory and a selection between the same barriers"
// range = { "ampere-8.6" = [1.2, 2.2], "rdna3" = [1.15, 2.2] }
// missed."ampere-8.6" = "1.01: the barriers take as long as what stands between them, and estimates let those of six workgroups overlap"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
var<workgroup> flags: array<u32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = input[id.x];
  var flag = select(0u, 1u, (id.x * 2654435769u >> 27u) == 0u);
  sums[lane] = sum;
  flags[lane] = flag;
  workgroupBarrier();
  for (var step = 1u; step < 256u; step <<= 1u) {
    if (lane >= step) {
      let other = sums[lane - step];
      let other_flag = flags[lane - step];
      sum += select(other, 0.0, flag != 0u);
      flag |= other_flag;
    }
    workgroupBarrier();
    sums[lane] = sum;
    flags[lane] = flag;
    workgroupBarrier();
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = input[id.x];
  sums[lane] = sum;
  workgroupBarrier();
  for (var step = 1u; step < 256u; step <<= 1u) {
    if (lane >= step) { sum += sums[lane - step]; }
    workgroupBarrier();
    sums[lane] = sum;
    workgroupBarrier();
  }
  output[id.x] = sum;
}
