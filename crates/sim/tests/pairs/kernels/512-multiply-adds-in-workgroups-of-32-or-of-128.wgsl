// name = "512 multiply-adds in workgroups of 32, or of 128"
// source = "sixteen workgroups a unit are four subgroups a scheduler with two chains each, enough for four clocks, but launches of 360 clocks come every 2048; rdna3 idles half of a subgroup of 64 unless it is skipped (RDNA3 instruction set architecture)"
// range = { "ampere-8.6" = [0.95, 1.45], "rdna3" = [0.9, 2.3] }
// slow = [7680, 1, 1]
// fast = [1920, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn work(x: u32) -> f32 {
  var v = vec2f(f32(x), 1.0);
  for (var i = 0u; i < 256u; i++) { v = v * 0.96875 + 0.125; }
  return v.x + v.y;
}
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(id.x); }
