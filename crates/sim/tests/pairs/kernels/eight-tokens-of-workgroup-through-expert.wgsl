// name = "eight tokens of a workgroup through an expert each, or all through the same"
// source = "Gale et al., MegaBlocks, tokens sorted by expert; count: 64 MiB of weights through level 2, of which 4 MiB do not fit 8.6's 3, against 8 MiB: 60 to 110 us against 15 to 20; rdna3: 38 us by latency or 19 by level 2 against 5 and a start"
// range = { "ampere-8.6" = [2.5, 7], "rdna3" = [2.5, 8] }
// long = true
// slow = [128, 1, 1]
// fast = [128, 1, 1]
// buffers = [4194304, 524288, 524288]

@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> tokens: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> values: array<f32, 1024>;
var<workgroup> together: array<vec4f, 256>;
fn hash(x: u32) -> u32 {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}
@compute @workgroup_size(128) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var t = 0u; t < 8u; t++) { values[t * 128u + lane] = tokens[(group.x * 8u + t) * 128u + lane]; }
  workgroupBarrier();
  for (var t = 0u; t < 8u; t++) {
    let expert = hash(group.x * 8u + t) & 63u;
    var sum = 0.0;
    for (var k = 0u; k < 128u; k++) { sum += values[t * 128u + k] * weights[expert * 16384u + k * 128u + lane]; }
    output[(group.x * 8u + t) * 128u + lane] = sum;
  }
}
@compute @workgroup_size(128) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * 1024u + lane;
  together[lane * 2u] = vec4f(tokens[at], tokens[at + 128u], tokens[at + 256u], tokens[at + 384u]);
  together[lane * 2u + 1u] = vec4f(tokens[at + 512u], tokens[at + 640u], tokens[at + 768u], tokens[at + 896u]);
  workgroupBarrier();
  let expert = group.x >> 1u;
  var low = vec4f(0.0);
  var high = vec4f(0.0);
  for (var k = 0u; k < 128u; k++) {
    let w = weights[expert * 16384u + k * 128u + lane];
    low += together[k * 2u] * w;
    high += together[k * 2u + 1u] * w;
  }
  output[at] = low.x; output[at + 128u] = low.y; output[at + 256u] = low.z; output[at + 384u] = low.w;
  output[at + 512u] = high.x; output[at + 640u] = high.y; output[at + 768u] = high.z; output[at + 896u] = high.w;
}
