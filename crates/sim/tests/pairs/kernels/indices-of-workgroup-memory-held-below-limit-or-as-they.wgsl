// name = "indices of workgroup memory held below a limit, or as they are"
// source = "what drivers and wgpu add for robustness: a sum and a minimum beside each load, on half the lanes of ampere"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [0.95, 1.6] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 491520]

@group(0) @binding(0) var<storage, read> limits: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> table: array<f32, 4608>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let last = limits[0] + 4607u;
  for (var i = lane; i < 4608u; i += 256u) { table[i] = f32(i); }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 128u; k++) { sum += table[min(lane + k * 33u, last)]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let last = limits[0] + 4607u;
  for (var i = lane; i < 4608u; i += 256u) { table[i] = f32(i); }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < 128u; k++) { sum += table[lane + k * 33u]; }
  output[id.x] = sum;
}
