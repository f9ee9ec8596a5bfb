// name = "1024 words of workgroup memory in bit-reversed order, or with a word in 32 left free"
// source = "NVIDIA, GPU Gems 3, chapter 39, avoiding bank conflicts: 32 clocks a read for one, beside writes without conflicts, addresses and barriers"
// range = { "ampere-8.6" = [5, 16], "rdna3" = [5, 17] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [1966080]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
var<workgroup> plain: array<f32, 1024>;
var<workgroup> padded: array<f32, 1056>;
fn reversed(i: u32) -> u32 { return reverseBits(i) >> 22u; }
fn spread(i: u32) -> u32 { return i + (i >> 5u); }
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = array<f32, 4>(1.0, 2.0, 3.0, 4.0);
  for (var pass_number = 0; pass_number < 32; pass_number++) {
    for (var k = 0u; k < 4u; k++) { plain[k * 256u + lane] = v[k]; }
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) { v[k] += plain[reversed(k * 256u + lane)]; }
    workgroupBarrier();
  }
  for (var k = 0u; k < 4u; k++) { words[group.x * 1024u + k * 256u + lane] = v[k]; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = array<f32, 4>(1.0, 2.0, 3.0, 4.0);
  for (var pass_number = 0; pass_number < 32; pass_number++) {
    for (var k = 0u; k < 4u; k++) { padded[spread(k * 256u + lane)] = v[k]; }
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) { v[k] += padded[spread(reversed(k * 256u + lane))]; }
    workgroupBarrier();
  }
  for (var k = 0u; k < 4u; k++) { words[group.x * 1024u + k * 256u + lane] = v[k]; }
}
