// name = "a chain of sums, or of multiply-adds, one subgroup a scheduler"
// source = "Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture through Microbenchmarking, 2022: add, mul and fma take 4 cycles alike; RDNA3: 5 alike"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 1.15] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [15360]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  let a = x * 0.001 + 0.5;
  for (var k = 0; k < 8192; k++) { x = x + a; }
  output[id.x] = x;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  let a = x * 0.001 + 0.5;
  for (var k = 0; k < 8192; k++) { x = x * a + a; }
  output[id.x] = x;
}
