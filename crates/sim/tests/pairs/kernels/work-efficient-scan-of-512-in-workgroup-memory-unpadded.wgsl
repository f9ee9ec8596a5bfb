// name = "a work-efficient scan of 512 in workgroup memory, unpadded, or padded"
// source = "GPU Gems 3, chapter 39, avoiding bank conflicts; counted for 32 banks: 665 turns of the banks a workgroup against 140, beside 18 steps of 80 to 120 clocks that six workgroups (rdna3: eight) wait through together"
// range = { "ampere-8.6" = [1.3, 3], "rdna3" = [1.4, 4.5] }
// slow = [3600, 1, 1]
// fast = [3600, 1, 1]
// buffers = [14400]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> values: array<u32, 512>;
var<workgroup> padded: array<u32, 528>;
fn pad(i: u32) -> u32 { return i + (i >> 5u); }
@compute @workgroup_size(256)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  values[lane] = group.x ^ lane;
  values[lane + 256u] = group.x + lane;
  var step = 1u;
  for (var count = 256u; count > 0u; count >>= 1u) {
    workgroupBarrier();
    if (lane < count) {
      let i = step * (2u * lane + 1u) - 1u;
      values[i + step] += values[i];
    }
    step <<= 1u;
  }
  if (lane == 0u) { values[511u] = 0u; }
  for (var count = 1u; count < 512u; count <<= 1u) {
    step >>= 1u;
    workgroupBarrier();
    if (lane < count) {
      let i = step * (2u * lane + 1u) - 1u;
      let left = values[i];
      values[i] = values[i + step];
      values[i + step] += left;
    }
  }
  workgroupBarrier();
  if (lane == 0u) { output[group.x] = values[511u]; }
}
@compute @workgroup_size(256)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  padded[pad(lane)] = group.x ^ lane;
  padded[pad(lane + 256u)] = group.x + lane;
  var step = 1u;
  for (var count = 256u; count > 0u; count >>= 1u) {
    workgroupBarrier();
    if (lane < count) {
      let i = step * (2u * lane + 1u) - 1u;
      padded[pad(i + step)] += padded[pad(i)];
    }
    step <<= 1u;
  }
  if (lane == 0u) { padded[pad(511u)] = 0u; }
  for (var count = 1u; count < 512u; count <<= 1u) {
    step >>= 1u;
    workgroupBarrier();
    if (lane < count) {
      let i = step * (2u * lane + 1u) - 1u;
      let left = padded[pad(i)];
      padded[pad(i)] = padded[pad(i + step)];
      padded[pad(i + step)] += left;
    }
  }
  workgroupBarrier();
  if (lane == 0u) { output[group.x] = padded[pad(511u)]; }
}
