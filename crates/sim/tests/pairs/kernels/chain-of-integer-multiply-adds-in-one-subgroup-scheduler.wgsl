// name = "a chain of integer multiply-adds in one subgroup a scheduler, or of f32"
// source = "Luo et al., Benchmarking and Dissecting GPU Architectures: IMAD waits as long as FFMA on Ampere, or a clock longer; RDNA instruction set architecture: 32-bit products at a quarter of the rate, and an addition"
// range = { "ampere-8.6" = [0.9, 1.4], "rdna3" = [1.5, 5] }
// long = true
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [4, 15360]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let a = id.x * 2u + 1u; let c = id.x + 12345u;
  var x = id.x;
  for (var i = 0u; i < 16384u; i++) { x = x * a + c; }
  output[id.x] = x;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let a = f32(id.x) * 0.0001; let c = f32(id.x) + 0.5;
  var x = f32(id.x);
  for (var i = 0u; i < 16384u; i++) { x = x * a + c; }
  output[id.x] = bitcast<u32>(x);
}
