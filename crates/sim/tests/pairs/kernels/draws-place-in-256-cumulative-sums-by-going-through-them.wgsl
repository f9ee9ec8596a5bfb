// name = "a draw's place in 256 cumulative sums by going through them, or by halving"
// source = "count: the last of 32 lanes goes about 248 steps of 6 to 8 instructions, one word for all or many lanes; halving takes 8 steps whose words lie in one to 16 banks, about 40 clocks of workgroup memory a subgroup, and both a set-up of 20 to 30 instructions: 8 to 10 on 8.6, 15 to 20 on rdna3 that issues two instructions a clock for each workgroup memory"
// range = { "ampere-8.6" = [5, 20], "rdna3" = [7, 25] }
// slow = [240, 1, 1]
// fast = [240, 1, 1]
// buffers = [1024, 245760]

@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> sums: array<f32, 256>;
fn hash(x: u32) -> u32 {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  sums[lane] = f32(lane + 1u) + min(weights[lane], 0.5);
  workgroupBarrier();
  let draw = f32(hash(id.x) & 0xffffu) / 256.0;
  var place = 0u;
  while (place < 255u) {
    if (sums[place] >= draw) { break; }
    place++;
  }
  output[id.x] = place;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  sums[lane] = f32(lane + 1u) + min(weights[lane], 0.5);
  workgroupBarrier();
  let draw = f32(hash(id.x) & 0xffffu) / 256.0;
  var place = 0u;
  for (var step = 128u; step > 0u; step >>= 1u) {
    if (sums[place + step - 1u] < draw) { place += step; }
  }
  output[id.x] = place;
}
