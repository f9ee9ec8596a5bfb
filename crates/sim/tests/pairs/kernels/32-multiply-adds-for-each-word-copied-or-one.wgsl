// name = "32 multiply-adds for each word copied, or one"
// source = "Williams, Waterman and Patterson, Roofline: below the ridge (8 operations a byte, a third of what the part has) work is free"
// range = { "ampere-8.6" = [0.97, 1.2], "rdna3" = [0.97, 1.25] }
// long = true
// slow = [32768, 1, 1]
// fast = [32768, 1, 1]
// buffers = [33554432, 33554432]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var i = 0u; i < 32u; i++) { v = fma(v, 0.999, 0.5); }
  output[id.x] = v;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = input[id.x];
  for (var i = 0u; i < 1u; i++) { v = fma(v, 0.999, 0.5); }
  output[id.x] = v;
}
