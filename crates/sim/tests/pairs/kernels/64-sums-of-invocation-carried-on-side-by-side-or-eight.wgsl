// name = "64 sums of an invocation carried on side by side, or eight of them eight times as long"
// source = "as many multiply-adds; four subgroups a scheduler are enough for either (Volkov, Better Performance at Lower Occupancy), and shorter passes count more often"
// range = { "ampere-8.6" = [0.75, 1.1], "rdna3" = [0.7, 1.1] }
// missed."rdna3" = "8.4: Mesa lays out no loop of more than 32 passes, as long as its array or not (nir_opt_loop_unroll.c), so that the array is indexed in memory; the range took it for registers"
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sums: array<f32, 64>;
  for (var j = 0u; j < 64u; j++) { sums[j] = f32(id.x + j); }
  for (var i = 0u; i < 64u; i++) {
    for (var j = 0u; j < 64u; j++) { sums[j] = sums[j] * 0.96875 + 0.125; }
  }
  var total = 0.0;
  for (var j = 0u; j < 64u; j++) { total += sums[j]; }
  output[id.x] = total;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sums: array<f32, 8>;
  for (var j = 0u; j < 8u; j++) { sums[j] = f32(id.x + j); }
  for (var i = 0u; i < 512u; i++) {
    for (var j = 0u; j < 8u; j++) { sums[j] = sums[j] * 0.96875 + 0.125; }
  }
  var total = 0.0;
  for (var j = 0u; j < 8u; j++) { total += sums[j]; }
  output[id.x] = total;
}
