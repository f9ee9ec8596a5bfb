// name = "a loop to arrayLength, or to a constant"
// source = "the bound is one register; loops of unknown length are unrolled in part, too"
// range = { "ampere-8.6" = [0.9, 1.35], "rdna3" = [0.9, 1.4] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [8192, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var best = 1e30;
  for (var i = 0u; i < arrayLength(&input); i++) { let d = input[i] - f32(id.x); best = min(best, d * d); }
  output[id.x] = best;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var best = 1e30;
  for (var i = 0u; i < 2048u; i++) { let d = input[i] - f32(id.x); best = min(best, d * d); }
  output[id.x] = best;
}
