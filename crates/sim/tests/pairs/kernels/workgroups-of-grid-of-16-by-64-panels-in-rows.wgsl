// name = "workgroups of a grid of 16 by 64 panels in rows, or in blocks of eight by eight"
// source = "Triton tutorial, matrix multiplication, L2 cache optimisations (10 % and more); count: 128 MiB through level 2, 130 us on 8.6; in rows 64 panels of 64 KiB do not fit its 3 MiB and are read again for each 3 rows; rdna3's 6 MiB hold all 5"
// range = { "ampere-8.6" = [0.95, 1.7], "rdna3" = [0.85, 1.3] }
// missed."ampere-8.6" = "0.72: one of the two workgroups that tell what level 1 has of those before stands in the other's row, so that each row is said to be there"
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [1048576, 4194304, 1048576]

@group(0) @binding(0) var<storage, read> rows: array<vec4f>;
@group(0) @binding(1) var<storage, read> columns: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
fn tile(row: u32, column: u32, lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 4096u; i += 256u) { sum += dot(rows[row * 4096u + i], columns[column * 4096u + i]); }
  output[(row * 64u + column) * 256u + lane] = sum;
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile(group.x >> 6u, group.x & 63u, lane);
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x >> 6u;
  let within = group.x & 63u;
  tile((block & 1u) * 8u + (within & 7u), (block >> 1u) * 8u + (within >> 3u), lane);
}
