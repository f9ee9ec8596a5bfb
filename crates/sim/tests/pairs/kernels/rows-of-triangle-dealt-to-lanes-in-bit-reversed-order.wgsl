// name = "rows of a triangle dealt to lanes in bit-reversed order, or in order"
// source = "count: a subgroup passes its longest lane's row: 2020 passes of a workgroup's eight subgroups against 1152, 1.75; rdna3's four of 64 lanes 1010 against 640, 1.58, or as above where they are of 32"
// range = { "ampere-8.6" = [1.45, 1.8], "rdna3" = [1.35, 1.8] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn row(length: u32, x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < length; i++) { v = v * 0.875 + f32(i); }
  return v.x + v.y;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[id.x] = row((reverseBits(lane) >> 24u) + 1u, id.x);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[id.x] = row(lane + 1u, id.x);
}
