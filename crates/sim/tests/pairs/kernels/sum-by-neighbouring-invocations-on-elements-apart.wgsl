// name = "a sum by neighbouring invocations on elements apart, or by halves"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080: 268 against 296 GB/s"
// range = { "ampere-8.6" = [1.0, 1.7], "rdna3" = [1.0, 2.2] }
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
    let at = 2u * s * lane;
    if at < 512u { part[at] += part[at + s]; }
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
