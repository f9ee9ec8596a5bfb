// name = "all lanes compute what lane 0 could, or lane 0 between two barriers"
// source = "48 subgroups of 64 multiply-adds on four schedulers, or six (RDNA: 32 of two clocks, or eight) and their latency of 4 or 5 clocks"
// range = { "ampere-8.6" = [1.2, 3.4], "rdna3" = [1.1, 4.2] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> common_value: f32;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var round = 0u; round < 16u; round++) {
    var w = f32(round) + input[round];
    for (var i = 0u; i < 128u; i++) { w = fma(w, w, 1.0); }
    v = fma(v, 0.5, w);
  }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = input[id.x];
  for (var round = 0u; round < 16u; round++) {
    if lane == 0u {
      var w = f32(round) + input[round];
      for (var i = 0u; i < 128u; i++) { w = fma(w, w, 1.0); }
      common_value = w;
    }
    workgroupBarrier();
    v = fma(v, 0.5, common_value);
    workgroupBarrier();
  }
  output[id.x] = v;
}
