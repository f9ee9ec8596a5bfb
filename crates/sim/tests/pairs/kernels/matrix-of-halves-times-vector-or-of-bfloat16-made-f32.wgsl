// name = "a matrix of halves times a vector, or of bfloat16 made f32 by shifts"
// source = "32 MiB are read in both; four conversions, or shifts and masks, for 16 bytes hide behind DRAM: Williams et al., Roofline"
// range = { "ampere-8.6" = [0.93, 1.12], "rdna3" = [0.9, 1.15] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [33554432, 16384, 16384]

enable subgroups;
@group(0) @binding(0) var<storage, read> matrix: array<vec2u>;
@group(0) @binding(1) var<storage, read> vector: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
fn add_up(sum: f32, row: u32, lane: u32) {
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[row] = sums[0]; }
}
@compute @workgroup_size(256)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 1024u; i += 256u) {
    let words = matrix[group.x * 1024u + i];
    sum += dot(vector[i], vec4f(unpack2x16float(words.x), unpack2x16float(words.y)));
  }
  add_up(sum, group.x, lane);
}
@compute @workgroup_size(256)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 1024u; i += 256u) {
    let words = matrix[group.x * 1024u + i];
    let low = bitcast<vec2f>(words << vec2u(16u));
    let high = bitcast<vec2f>(words & vec2u(0xffff0000u));
    sum += dot(vector[i], vec4f(low.x, high.x, low.y, high.y));
  }
  add_up(sum, group.x, lane);
}
