// name = "softplus, or the greater of zero"
// source = "CUDA C++ Programming Guide, arithmetic throughput: EX2 and LG2 are 16 clocks a scheduler against 3; RDNA3: two special functions at a quarter of the rate"
// range = { "ampere-8.6" = [3.5, 7.5], "rdna3" = [2.5, 6.5] }
// missed."ampere-8.6" = "a maximum takes two clocks beside the multiply-add, where the range has three for both: 7.6 of 16"
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn softplus(x: f32) -> f32 { return log(1.0 + exp(x)); }
fn relu(x: f32) -> f32 { return max(x, 0.0); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.00001;
  for (var layer = 0; layer < 512; layer++) { x = softplus(x) * 0.9 - 0.3; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) * 0.00001;
  for (var layer = 0; layer < 512; layer++) { x = relu(x) * 0.9 - 0.3; }
  output[id.x] = x;
}
