// suggests: neighbouring-words
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 491520 122880
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Structures of four words, one field of another lane's at a time.
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) { tile[lane * 4u + i] = input[group.x * 1024u + i * 256u + lane]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var turn = 0u; turn < 16u; turn++) { sum += tile[((255u + turn - lane) % 256u) * 4u + turn % 4u]; }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) { tile[i * 256u + lane] = input[group.x * 1024u + i * 256u + lane]; }
  workgroupBarrier();
  var sum = 0.0;
  for (var turn = 0u; turn < 16u; turn++) { sum += tile[turn % 4u * 256u + (255u + turn - lane) % 256u]; }
  output[group.x * 256u + lane] = sum;
}
