// name = "columns of a matrix added up by a workgroup each, or 32 at a time"
// source = "count: a sector of level 2 for each word, 123 us at least and up to 8 times the bytes of DRAM, against 53 to 70 us on 8.6; rdna3: 64 to 128 bytes a word, 42 to 84 us, against 18 to 25 (CUDA C++ Best Practices Guide, strided accesses)"
// range = { "ampere-8.6" = [1.8, 8], "rdna3" = [1.8, 8] }
// long = true
// slow = [1024, 1, 1]
// fast = [32, 8, 1]
// buffers = [16777216, 32768]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 16u; i++) { sum += input[(i * 256u + lane) * 1024u + group.x]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[group.x] = sums[0]; }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) { sum += input[(group.y * 512u + i * 8u + local.y) * 1024u + group.x * 32u + local.x]; }
  sums[lane] = sum;
  workgroupBarrier();
  if (lane < 32u) {
    for (var i = 1u; i < 8u; i++) { sum += sums[lane + i * 32u]; }
    output[group.y * 1024u + group.x * 32u + lane] = sum;
  }
}
