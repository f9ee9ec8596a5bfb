// suggests: neighbouring-words
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 491520 122880
// results: other, each sum is of other elements of its row
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Each invocation takes eight words of a row, as the operands of a register tile: no padding of the rows parts them.
var<workgroup> tile: array<array<f32, 128>, 8>;
fn fill(first: u32, lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { tile[i / 128u][i % 128u] = input[first + i]; }
  workgroupBarrier();
}
@compute @workgroup_size(16, 16)
fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(group.x * 1024u, lane);
  var sum = 0.0;
  for (var k = 0u; k < 8u; k++) {
    for (var e = 0u; e < 8u; e++) { sum += tile[k][local.x * 8u + e]; }
  }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(16, 16)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(group.x * 1024u, lane);
  var sum = 0.0;
  for (var k = 0u; k < 8u; k++) {
    for (var e = 0u; e < 8u; e++) { sum += tile[k][local.x + 16u * e]; }
  }
  output[group.x * 256u + lane] = sum;
}
