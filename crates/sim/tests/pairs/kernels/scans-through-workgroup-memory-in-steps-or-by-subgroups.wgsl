// name = "scans through workgroup memory in steps, or by subgroups first"
// source = "eight steps of two barriers each, against the shuffles of one scan and two barriers; a driver compiles for one size of subgroups"
// range = { "ampere-8.6" = [2, 9], "rdna3" = [1.5, 14] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> part: array<f32, 256>;

@compute @workgroup_size(256)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) {
    part[lane] = v;
    workgroupBarrier();
    for (var d = 1u; d < 256u; d *= 2u) {
      var before = 0.0;
      if lane >= d { before = part[lane - d]; }
      workgroupBarrier();
      part[lane] += before;
      workgroupBarrier();
    }
    v = part[lane] * 0.01;
  }
  output[id.x] = v;
}

@compute @workgroup_size(256)
fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) at: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 64u; round++) {
    let sum = subgroupInclusiveAdd(v);
    if at == size - 1u { part[lane / size] = sum; }
    workgroupBarrier();
    var before = 0.0;
    for (var k = 0u; k < 8u; k++) {
      if k < lane / size { before += part[k]; }
    }
    workgroupBarrier();
    v = (sum + before) * 0.01;
  }
  output[id.x] = v;
}
