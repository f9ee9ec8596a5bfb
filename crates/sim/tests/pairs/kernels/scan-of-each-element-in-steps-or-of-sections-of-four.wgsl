// name = "a scan of each element in steps, or of sections of four"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080: 200 against 264 GB/s, sections first"
// range = { "ampere-8.6" = [1.1, 3.5], "rdna3" = [1.0, 4] }
// long = true
// slow = [8192, 1, 1]
// fast = [2048, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> p: array<f32, 512>;
var<workgroup> t: array<f32, 2048>;
@compute @workgroup_size(512) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  p[lane] = x[id.x];
  workgroupBarrier();
  for (var s = 1u; s < 512u; s *= 2u) {
    var v = p[lane];
    if lane >= s { v += p[lane - s]; }
    workgroupBarrier();
    p[lane] = v;
    workgroupBarrier();
  }
  y[id.x] = p[lane];
}
@compute @workgroup_size(512) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * 2048u;
  for (var i = lane; i < 2048u; i += 512u) { t[i] = x[at + i]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) { sum += t[lane * 4u + i]; t[lane * 4u + i] = sum; }
  p[lane] = sum;
  workgroupBarrier();
  for (var s = 1u; s < 512u; s *= 2u) {
    var v = p[lane];
    if lane >= s { v += p[lane - s]; }
    workgroupBarrier();
    p[lane] = v;
    workgroupBarrier();
  }
  let before = p[lane] - sum;
  for (var i = 0u; i < 4u; i++) { t[lane * 4u + i] += before; }
  workgroupBarrier();
  for (var i = lane; i < 2048u; i += 512u) { y[at + i] = t[i]; }
}
