// name = "values of 4096 keys added up by a workgroup a head, or by eight"
// source = "Dao et al., Flash-Decoding for long-context inference, 2023: too few workgroups for the units; Little's law: 32 x 256 words and four passes in flight nearly suffice for 316 GB/s on Ampere, one pass on RDNA3 does not for 857"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [3, 9] }
// long = true
// slow = [32, 1, 1]
// fast = [32, 8, 1]
// buffers = [67108864, 524288, 131072]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> partial: array<f32>;
const KEYS = 4096u;
const WIDTH = 128u;
var<workgroup> halves: array<f32, 256>;
fn gather(head: u32, part: u32, lane: u32, keys: u32) -> f32 {
  let d = lane % WIDTH;
  var sum = 0.0;
  for (var k = lane / WIDTH; k < keys; k += 2u) {
    let row = head * KEYS + part * keys + k;
    sum += weights[row] * values[row * WIDTH + d];
  }
  return sum;
}
fn finish(at: u32, lane: u32, sum: f32) {
  halves[lane] = sum;
  workgroupBarrier();
  if lane < WIDTH { partial[at * WIDTH + lane] = sum + halves[lane + WIDTH]; }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  finish(w.x, lane, gather(w.x, 0u, lane, KEYS));
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  finish(w.y * 32u + w.x, lane, gather(w.x, w.y, lane, KEYS / 8u));
}
