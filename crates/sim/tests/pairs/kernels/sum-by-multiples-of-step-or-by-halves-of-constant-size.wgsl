// name = "a sum by multiples of the step, or by halves, of a constant size"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080: 268 against 296 GB/s without the remainder, which takes a mask where the compiler knows the step"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [1.0, 2.5] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 65536]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> part: array<f32, 512>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = x[id.x];
  workgroupBarrier();
  for (var s = 1u; s < 512u; s *= 2u) {
    if lane % (2u * s) == 0u { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { y[group.x] = part[0]; }
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = x[id.x];
  workgroupBarrier();
  for (var s = 256u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { y[group.x] = part[0]; }
}
