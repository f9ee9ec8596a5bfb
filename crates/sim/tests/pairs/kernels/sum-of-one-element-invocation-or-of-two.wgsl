// name = "a sum of one element an invocation, or of two"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080: 296 against 427 GB/s; Harris: 1.8 times"
// range = { "ampere-8.6" = [1.15, 2.0], "rdna3" = [1.0, 2.0] }
// long = true
// slow = [8192, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 65536]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> part: array<f32, 512>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = x[id.x];
  workgroupBarrier();
  for (var s = 256u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { y[group.x] = part[0]; }
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * 1024u + lane;
  part[lane] = x[at] + x[at + 512u];
  workgroupBarrier();
  for (var s = 256u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { y[group.x] = part[0]; }
}
