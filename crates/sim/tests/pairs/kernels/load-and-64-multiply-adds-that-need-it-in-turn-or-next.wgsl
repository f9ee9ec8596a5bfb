// name = "a load and the 64 multiply-adds that need it in turn, or the next load begun before them"
// source = "counting: 570 and 256 clocks one after the other, or side by side (RRZE gpu-benches, gpu-latency)"
// range = { "ampere-8.6" = [1.15, 1.9], "rdna3" = [1.1, 1.9] }
// long = true
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [4194304, 15360]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const STEPS = 256u;
const STRIDE = 3840u;
fn work(start: f32, value: f32) -> f32 {
  var x = start;
  for (var i = 0u; i < 64u; i++) { x = fma(x, 0.99, value); }
  return x;
}
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let value = input[id.x + step * STRIDE];
    x = work(x, value);
  }
  output[id.x] = x;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = 0.0;
  var following = input[id.x];
  for (var step = 0u; step < STEPS; step++) {
    let value = following;
    following = input[id.x + (step + 1u) * STRIDE];
    x = work(x, value);
  }
  output[id.x] = x;
}
