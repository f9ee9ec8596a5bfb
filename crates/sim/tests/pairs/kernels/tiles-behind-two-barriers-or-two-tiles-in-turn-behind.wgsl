// name = "tiles behind two barriers, or two tiles in turn behind one"
// source = "other workgroups fill the waits at full occupancy"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.35] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [31457280, 983040]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> a: array<f32, 256>;
var<workgroup> b: array<f32, 512>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var s = 0.0;
  for (var t = 0u; t < 32u; t++) {
    a[lane] = x[group.x * 8192u + t * 256u + lane];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) { s += a[(lane + k * 16u) & 255u]; }
    workgroupBarrier();
  }
  y[id.x] = s;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var s = 0.0;
  var next = x[group.x * 8192u + lane];
  for (var t = 0u; t < 32u; t++) {
    let half = t % 2u * 256u;
    b[half + lane] = next;
    workgroupBarrier();
    if t < 31u { next = x[group.x * 8192u + (t + 1u) * 256u + lane]; }
    for (var k = 0u; k < 16u; k++) { s += b[half + ((lane + k * 16u) & 255u)]; }
  }
  y[id.x] = s;
}
