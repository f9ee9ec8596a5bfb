// name = "an intermediate array written beside the result, or kept in registers"
// source = "kernel fusion: three arrays of traffic against two"
// range = { "ampere-8.6" = [1.3, 1.65], "rdna3" = [1.2, 1.8] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read_write> middle: array<f32>;
fn scale(x: f32) -> f32 { return x * 1.5 + 0.25; }
fn clip(x: f32) -> f32 { return clamp(x, -1.0, 1.0); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  middle[id.x] = scale(input[id.x]);
  output[id.x] = clip(middle[id.x]);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let m = scale(input[id.x]);
  output[id.x] = clip(m);
}
