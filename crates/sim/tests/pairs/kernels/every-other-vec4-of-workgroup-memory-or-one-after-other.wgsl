// name = "every other vec4 of workgroup memory, or one after the other"
// source = "CUDA C++ Programming Guide: 128-bit accesses go by quarters of a warp, whose 8 lanes cover all banks, or half of them twice"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [1.3, 2.3] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [491520, 491520]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> words: array<vec4f, 512>;
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) { words[lane + i * 128u] = vec4f(f32(lane)); }
  workgroupBarrier();
  var at = lane * 2u;
  var sum = vec4f();
  for (var i = 0u; i < 512u; i++) { sum += words[at & 511u]; at += 8u; }
  output[id.x] = sum.x + sum.y + sum.z + sum.w;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) { words[lane + i * 128u] = vec4f(f32(lane)); }
  workgroupBarrier();
  var at = lane * 1u;
  var sum = vec4f();
  for (var i = 0u; i < 512u; i++) { sum += words[at & 511u]; at += 8u; }
  output[id.x] = sum.x + sum.y + sum.z + sum.w;
}
