// name = "1024 multiply-adds for each word copied, or 256"
// source = "Williams, Waterman and Patterson, Roofline: above the ridge time is in proportion to the work"
// range = { "ampere-8.6" = [3.4, 4.05], "rdna3" = [3.0, 4.1] }
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194304, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.999, 0.5); }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var i = 0u; i < 256u; i++) { v = fma(v, 0.999, 0.5); }
  output[id.x] = v;
}
