// name = "a matrix of bytes times a vector, or of weights of two bits"
// source = "Ma et al., The Era of 1-bit LLMs; count: a quarter of the bytes, but a conversion (16 lanes a clock on 8.6) and two integer instructions a weight: 56 us of DRAM against 25 to 35 of instructions; rdna3: 7 us of Infinity Cache against 3.4 of instructions and an overhead of some us in both"
// range = { "ampere-8.6" = [1.3, 3.3], "rdna3" = [0.9, 2.2] }
// missed."rdna3" = "2.79: the range takes 16 MiB to stay in the memory-side cache from run to run; here all is cold"
// long = true
// slow = [512, 1, 1]
// fast = [512, 1, 1]
// buffers = [16777216, 16384, 16384]

enable subgroups;
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> vector: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> parts: array<f32, 64>;
fn four(w: u32) -> vec4f { return vec4f(f32(w & 255u), f32((w >> 8u) & 255u), f32((w >> 16u) & 255u), f32(w >> 24u)) - 128.0; }
fn four_small(w: u32) -> vec4f { return vec4f(f32(w & 3u), f32((w >> 2u) & 3u), f32((w >> 4u) & 3u), f32((w >> 6u) & 3u)) - 1.0; }
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let a = vector[lane * 4u]; let b = vector[lane * 4u + 1u]; let c = vector[lane * 4u + 2u]; let d = vector[lane * 4u + 3u];
  for (var row = 0u; row < 8u; row++) {
    let at = ((group.x * 8u + row) * 256u + lane) * 4u;
    let sum = dot(four(words[at]), a) + dot(four(words[at + 1u]), b) + dot(four(words[at + 2u]), c) + dot(four(words[at + 3u]), d);
    let total = subgroupAdd(sum);
    if ((lane & 31u) == 0u) { parts[row * 8u + (lane >> 5u)] = total; }
  }
  workgroupBarrier();
  if (lane < 8u) {
    var sum = 0.0;
    for (var i = 0u; i < 8u; i++) { sum += parts[lane * 8u + i]; }
    output[group.x * 8u + lane] = sum;
  }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let a = vector[lane * 4u]; let b = vector[lane * 4u + 1u]; let c = vector[lane * 4u + 2u]; let d = vector[lane * 4u + 3u];
  for (var row = 0u; row < 8u; row++) {
    let w = words[(group.x * 8u + row) * 256u + lane];
    let sum = dot(four_small(w), a) + dot(four_small(w >> 8u), b) + dot(four_small(w >> 16u), c) + dot(four_small(w >> 24u), d);
    let total = subgroupAdd(sum);
    if ((lane & 31u) == 0u) { parts[row * 8u + (lane >> 5u)] = total; }
  }
  workgroupBarrier();
  if (lane < 8u) {
    var sum = 0.0;
    for (var i = 0u; i < 8u; i++) { sum += parts[lane * 8u + i]; }
    output[group.x * 8u + lane] = sum;
  }
}
