// name = "a multiply-add a pass of a loop whose length is read, or eight"
// source = "count: a pass has three instructions beside its multiply-add, against three for eight; compilers lay four or eight passes out (LLVM's run-time unrolling) on 8.6, 1.0 to 1.4; Mesa does not, but a scalar unit has two of the three: 2 clocks a pass (RDNA whitepaper)"
// range = { "ampere-8.6" = [1.0, 1.8], "rdna3" = [1.1, 2.4] }
// missed."ampere-8.6" = "0.9996: what passes laid out together have once, a sum, a test and a branch, counts as nothing, so that both take as long"
// missed."rdna3" = "1.0004: a multiply-add of 64 lanes takes two clocks, as the scalar unit's sum and comparison do beside it; the range took subgroups of 32"
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [16, 491520]

@group(0) @binding(0) var<storage, read> settings: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let passes = settings[0] + 1024u;
  var x = f32(id.x);
  for (var i = 0u; i < passes; i++) { x = x * 0.9375 + 0.375; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let passes = settings[0] + 1024u;
  var x = f32(id.x);
  for (var i = 0u; i < passes; i += 8u) {
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
    x = x * 0.9375 + 0.375;
  }
  output[id.x] = x;
}
