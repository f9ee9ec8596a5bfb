// name = "a vector plus a multiple of another, or their dot product"
// source = "counting: 12 bytes an element through DRAM against 8 (RRZE gpu-benches, gpu-stream)"
// range = { "ampere-8.6" = [1.2, 1.65], "rdna3" = [1.1, 1.75] }
// long = true
// slow = [32768, 1, 1]
// fast = [960, 1, 1]
// buffers = [33554432, 33554432, 4096]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { y[id.x] = fma(2.5, x[id.x], y[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = id.x; i < 8388608u; i += 245760u) { sum = fma(x[i], y[i], sum); }
  part[lane] = sum;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
