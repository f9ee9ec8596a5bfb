// name = "rows of 128 normalised by a workgroup each, or by 32 lanes with a vec4 each"
// source = "OneFlow, How to implement an efficient LayerNorm CUDA kernel: a warp a row up to 1024; 12 workgroups of 1 KiB a unit each 1200 to 1600 clocks reach about the bus"
// range = { "ampere-8.6" = [1.0, 2.0], "rdna3" = [1.0, 2.5] }
// long = true
// slow = [65536, 1, 1]
// fast = [8192, 1, 1]
// buffers = [33554432, 33554432, 33554432, 33554432]

enable subgroups;
@group(0) @binding(0) var<storage, read> words: array<f32>;
@group(0) @binding(1) var<storage, read_write> out_words: array<f32>;
@group(0) @binding(2) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out_vectors: array<vec4f>;
var<workgroup> partial: array<f32, 128>;
fn total(value: f32, lane: u32) -> f32 {
  partial[lane] = value;
  workgroupBarrier();
  for (var half = 64u; half > 0u; half >>= 1u) {
    if lane < half { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  let sum = partial[0];
  workgroupBarrier();
  return sum;
}
@compute @workgroup_size(128) fn slow(@builtin(workgroup_id) row: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = row.x * 128u + lane;
  let v = words[i];
  let mean = total(v, lane) / 128.0;
  let centred = v - mean;
  let variance = total(centred * centred, lane) / 128.0;
  out_words[i] = centred * inverseSqrt(variance + 1e-5);
}
fn add32(value: f32) -> f32 {
  var sum = value;
  sum += subgroupShuffleXor(sum, 16u);
  sum += subgroupShuffleXor(sum, 8u);
  sum += subgroupShuffleXor(sum, 4u);
  sum += subgroupShuffleXor(sum, 2u);
  sum += subgroupShuffleXor(sum, 1u);
  return sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let v = vectors[id.x];
  let mean = add32(v.x + v.y + v.z + v.w) / 128.0;
  let centred = v - mean;
  let variance = add32(dot(centred, centred)) / 128.0;
  out_vectors[id.x] = centred * inverseSqrt(variance + 1e-5);
}
