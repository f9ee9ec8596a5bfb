// name = "a million words of a hash by workgroups of 64 that do one each, or by 480 that stay"
// source = "count: 34 rounds of a launch of 360 clocks, 9 to 11 us, beside 13 us of stores on 8.6 (RRZE gpu-benches, gpu-stream); rdna3: both 2 to 4 us, mostly the start"
// range = { "ampere-8.6" = [0.9, 2.2], "rdna3" = [0.7, 2.3] }
// slow = [16384, 1, 1]
// fast = [480, 1, 1]
// buffers = [4194304]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn hash(x: u32) -> u32 {
  let h = (x ^ (x >> 16u)) * 0x7feb352du;
  return (h ^ (h >> 15u)) * 0x846ca68bu;
}
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = hash(id.x); }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < 1048576u; i += 30720u) { output[i] = hash(i); }
}
