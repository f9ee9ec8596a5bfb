// name = "ranks of chosen lanes by subgroupExclusiveAdd, or by counting a ballot's bits"
// source = "count: five shuffles and sums, 7 to 8 clocks, against a vote and one count of bits, 3 to 4, beside two of the draw on 8.6 (CUDA C++ Programming Guide, arithmetic throughput); rdna3: ten moves and sums between lanes against four instructions, beside a product of integers"
// range = { "ampere-8.6" = [1.3, 3.5], "rdna3" = [1.2, 3.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) place: u32) {
  var x = id.x;
  var sum = 0u;
  for (var i = 0u; i < 128u; i++) {
    x = x * 1664525u + 1013904223u;
    sum += subgroupExclusiveAdd(x >> 31u);
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) place: u32) {
  let below = vec2u(select(0xffffffffu, (1u << (place & 31u)) - 1u, place < 32u), select(0u, (1u << (place & 31u)) - 1u, place >= 32u));
  var x = id.x;
  var sum = 0u;
  for (var i = 0u; i < 128u; i++) {
    x = x * 1664525u + 1013904223u;
    let votes = subgroupBallot((x >> 31u) == 1u);
    sum += countOneBits(votes.x & below.x) + countOneBits(votes.y & below.y);
  }
  output[id.x] = sum;
}
