// suggests: pad
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 491520 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> plain: array<f32, 1024>;
var<workgroup> padded: array<f32, 1056>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { plain[i] = input[group.x * 1024u + i]; }
  workgroupBarrier();
  for (var i = lane; i < 1024u; i += 256u) { output[group.x * 1024u + i] = plain[i % 32u * 32u + i / 32u]; }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { padded[i / 32u * 33u + i % 32u] = input[group.x * 1024u + i]; }
  workgroupBarrier();
  for (var i = lane; i < 1024u; i += 256u) { output[group.x * 1024u + i] = padded[i % 32u * 33u + i / 32u]; }
}
