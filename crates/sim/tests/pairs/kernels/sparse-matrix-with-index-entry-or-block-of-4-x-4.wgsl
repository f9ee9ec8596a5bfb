// name = "a sparse matrix with an index an entry, or a block of 4 x 4"
// source = "cuSPARSE, formats CSR and BSR: 8 bytes an entry against 4.25; and 32 entries of a subgroup gather from as many sectors, or from two blocks"
// range = { "ampere-8.6" = [1.6, 2.8], "rdna3" = [1.5, 4.5] }
// long = true
// slow = [4096, 1, 1]
// fast = [1024, 1, 1]
// buffers = [8388608, 8388608, 262144, 262144]

enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
fn column(at: u32) -> u32 {
  let h = (columns[at] + at) * 0x9e3779b1u;
  return h ^ (h >> 15u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x / 16u;
  let lane = id.x % 16u;
  var sum = 0.0;
  for (var i = lane; i < 32u; i += 16u) { sum += values[row * 32u + i] * x[column(row * 32u + i) & 65535u]; }
  for (var mask = 8u; mask > 0u; mask >>= 1u) { sum += subgroupShuffleXor(sum, mask); }
  if (lane == 0u) { y[row] = sum; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let rows = id.x / 16u;
  let lane = id.x % 16u;
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    let block = rows * 8u + i;
    sum += values[block * 16u + lane] * x[(column(block) & 16383u) * 4u + lane % 4u];
  }
  sum += subgroupShuffleXor(sum, 2u);
  sum += subgroupShuffleXor(sum, 1u);
  if (lane % 4u == 0u) { y[rows * 4u + lane / 4u] = sum; }
}
