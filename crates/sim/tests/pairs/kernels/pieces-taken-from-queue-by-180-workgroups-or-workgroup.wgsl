// name = "pieces taken from a queue by 180 workgroups, or a workgroup each"
// source = "Gupta et al., A Study of Persistent Threads Style GPU Programming: no gain where all pieces are alike; DRAM is what both wait for"
// range = { "ampere-8.6" = [0.85, 1.4], "rdna3" = [0.85, 1.8] }
// missed."ampere-8.6" = "the workgroups of a sample share all of the queue, and the first has most of it"
// missed."rdna3" = "the workgroups of a sample share all of the queue, and the first has most of it"
// long = true
// slow = [180, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16384, 4]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read_write> taken: atomic<u32>;
const PIECES = 4096u;
fn piece(at: u32, lane: u32) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += input[at * 4096u + i * 256u + lane]; }
  return sum;
}
var<workgroup> now: u32;
@compute @workgroup_size(256) fn slow(@builtin(local_invocation_index) lane: u32) {
  loop {
    if lane == 0u { now = atomicAdd(&taken, 1u); }
    let at = workgroupUniformLoad(&now);
    if at >= PIECES { break; }
    let sum = piece(at, lane);
    if sum == 1.0 { output[at] = sum; }
  }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = piece(group.x, lane);
  if sum == 1.0 { output[group.x] = sum; }
}
