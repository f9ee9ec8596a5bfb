// name = "columns of a tile of vec2fs 32 wide, or 33"
// source = "CUDA C++ Programming Guide: 64-bit accesses are served by half warps; 16 ways of conflict in each against none"
// range = { "ampere-8.6" = [9, 16.5], "rdna3" = [6, 16.5] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1966080]

@group(0) @binding(0) var<storage, read_write> output: array<vec2f>;
var<workgroup> plain: array<vec2f, 1024>;
var<workgroup> padded: array<vec2f, 1056>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { plain[i] = vec2f(f32(i), f32(id.x)); }
  workgroupBarrier();
  var sum = vec2f(0.0);
  for (var t = 0u; t < 16u; t++) {
    for (var k = 0u; k < 32u; k++) { sum = sum * 0.5 + plain[(lane % 32u) * 32u + k]; }
    workgroupBarrier();
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1056u; i += 256u) { padded[i] = vec2f(f32(i), f32(id.x)); }
  workgroupBarrier();
  var sum = vec2f(0.0);
  for (var t = 0u; t < 16u; t++) {
    for (var k = 0u; k < 32u; k++) { sum = sum * 0.5 + padded[(lane % 32u) * 33u + k]; }
    workgroupBarrier();
  }
  output[id.x] = sum;
}
