// name = "runs of workgroup memory that begin at random places, or side by side"
// source = "count: of 32 lanes at random places the fullest of 32 banks has 3.5 (balls in bins), a turn for each (CUDA C++ Programming Guide, shared memory); sums and starts take a little of both"
// range = { "ampere-8.6" = [2.4, 3.8], "rdna3" = [2.0, 4] }
// missed."ampere-8.6" = "3.98: these starts are not random: of every 32 four meet in a bank, where the range took 3.5"
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<workgroup> words: array<f32, 1088>;
fn fill(lane: u32) {
  for (var i = lane; i < 1088u; i += 256u) { words[i] = f32(i); }
  workgroupBarrier();
}
fn run_of_64(start: u32) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) { sum += words[start + i]; }
  return sum;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(lane);
  let place = (lane ^ 90u) * 2654435769u >> 22u;
  var sum = 0.0;
  for (var r = 0u; r < 32u; r++) { sum += run_of_64((place + r * 37u) & 1023u); }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(lane);
  var sum = 0.0;
  for (var r = 0u; r < 32u; r++) { sum += run_of_64(lane + ((r * 37u) & 511u)); }
  output[id.x] = sum;
}
