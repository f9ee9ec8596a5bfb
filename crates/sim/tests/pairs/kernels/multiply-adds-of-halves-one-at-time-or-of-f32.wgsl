// name = "multiply-adds of halves one at a time, or of f32"
// source = "NVIDIA GA102 whitepaper: as many FLOP/s in f16 as in f32, so that an instruction with one half does half as much; RDNA3 instruction set architecture: V_FMA_F16 as fast as V_FMA_F32, which may issue in pairs"
// range = { "ampere-8.6" = [1.6, 2.2], "rdna3" = [0.9, 2.1] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

enable f16;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f16(id.x & 15u);
  let a = f16(id.x & 3u) * 0.125h;
  for (var i = 0u; i < 1024u; i++) { x = fma(x, a, 0.5h); }
  output[id.x] = f32(x);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x & 15u);
  let a = f32(id.x & 3u) * 0.125;
  for (var i = 0u; i < 1024u; i++) { x = fma(x, a, 0.5); }
  output[id.x] = x;
}
