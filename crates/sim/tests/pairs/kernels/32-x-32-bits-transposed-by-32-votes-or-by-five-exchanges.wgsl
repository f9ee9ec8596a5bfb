// name = "32 x 32 bits transposed by 32 votes, or by five exchanges"
// source = "Warren, Hacker's Delight, section 7-3; count: 32 times a test, a vote and a selection (64 lanes a clock each on 8.6), 48 clocks, against 5 times a shuffle (32 lanes a clock) and 4 to 5 integer instructions, 15; rdna3: 96 against 30 to 40"
// range = { "ampere-8.6" = [2, 5], "rdna3" = [1.8, 5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn exchange(x: u32, lane: u32, width: u32, mask: u32) -> u32 {
  let other = subgroupShuffleXor(x, width);
  return select((x & mask) | ((other & mask) << width), (x & ~mask) | ((other & ~mask) >> width), (lane & width) != 0u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var x = id.x * 2654435769u;
  for (var round = 0u; round < 4u; round++) {
    var result = 0u;
    for (var bit = 0u; bit < 32u; bit++) {
      let votes = subgroupBallot(((x >> bit) & 1u) != 0u).x;
      result = select(result, votes, lane == bit);
    }
    x = result + round;
  }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var x = id.x * 2654435769u;
  for (var round = 0u; round < 4u; round++) {
    x = exchange(x, lane, 16u, 0x0000ffffu);
    x = exchange(x, lane, 8u, 0x00ff00ffu);
    x = exchange(x, lane, 4u, 0x0f0f0f0fu);
    x = exchange(x, lane, 2u, 0x33333333u);
    x = exchange(x, lane, 1u, 0x55555555u);
    x += round;
  }
  output[id.x] = x;
}
