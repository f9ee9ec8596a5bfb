// name = "a matrix of bytes as f32 of 8 bits (e4m3) times a vector, or as integers"
// source = "Micikevicius et al., FP8 Formats: as many bytes of DRAM; by instructions 5 integer ones and a product a weight (64 lanes a clock on 8.6: 31 us) against a conversion (16 a clock: 25 us), 56 us of DRAM over both; rdna3 converts bytes at full rate"
// range = { "ampere-8.6" = [0.9, 1.45], "rdna3" = [0.9, 1.7] }
// long = true
// slow = [512, 1, 1]
// fast = [512, 1, 1]
// buffers = [16777216, 16384, 16384]

enable subgroups;
@group(0) @binding(0) var<storage, read> words: array<vec4u>;
@group(0) @binding(1) var<storage, read> vector: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> parts: array<f32, 64>;
fn integers(w: u32) -> vec4f { return vec4f((vec4u(w) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u)) - 128.0; }
fn floats(w: u32) -> vec4f {
  let b = vec4u(w << 24u, w << 16u, w << 8u, w);
  return bitcast<vec4f>((b & vec4u(0x80000000u)) | ((b & vec4u(0x7f000000u)) >> vec4u(4u))) * 1.329228e36;
}
fn finish(group: u32, lane: u32) {
  workgroupBarrier();
  if (lane < 8u) {
    var sum = 0.0;
    for (var i = 0u; i < 8u; i++) { sum += parts[lane * 8u + i]; }
    output[group * 8u + lane] = sum;
  }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let a = vector[lane * 4u]; let b = vector[lane * 4u + 1u]; let c = vector[lane * 4u + 2u]; let d = vector[lane * 4u + 3u];
  for (var row = 0u; row < 8u; row++) {
    let w = words[(group.x * 8u + row) * 256u + lane];
    let total = subgroupAdd(dot(floats(w.x), a) + dot(floats(w.y), b) + dot(floats(w.z), c) + dot(floats(w.w), d));
    if ((lane & 31u) == 0u) { parts[row * 8u + (lane >> 5u)] = total; }
  }
  finish(group.x, lane);
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let a = vector[lane * 4u]; let b = vector[lane * 4u + 1u]; let c = vector[lane * 4u + 2u]; let d = vector[lane * 4u + 3u];
  for (var row = 0u; row < 8u; row++) {
    let w = words[(group.x * 8u + row) * 256u + lane];
    let total = subgroupAdd(dot(integers(w.x), a) + dot(integers(w.y), b) + dot(integers(w.z), c) + dot(integers(w.w), d));
    if ((lane & 31u) == 0u) { parts[row * 8u + (lane >> 5u)] = total; }
  }
  finish(group.x, lane);
}
