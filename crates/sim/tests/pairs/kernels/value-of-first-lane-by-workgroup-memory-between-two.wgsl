// name = "a value of the first lane by workgroup memory between two barriers, or by subgroupBroadcastFirst"
// source = "two barriers and two latencies of workgroup memory, against an instruction"
// range = { "ampere-8.6" = [2, 14], "rdna3" = [2, 20] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

enable subgroups;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> shared_value: array<f32, 8>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 128u; round++) {
    if lane % 32u == 0u { shared_value[lane / 32u] = v; }
    workgroupBarrier();
    let first = shared_value[lane / 32u];
    workgroupBarrier();
    v = fma(v, 0.5, first);
  }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var round = 0u; round < 128u; round++) { v = fma(v, 0.5, subgroupBroadcastFirst(v)); }
  output[id.x] = v;
}
