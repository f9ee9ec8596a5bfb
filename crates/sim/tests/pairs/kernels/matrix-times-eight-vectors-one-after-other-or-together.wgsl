// name = "a matrix times eight vectors one after the other, or together"
// source = "roofline: a batch reads the weights once in place of eight times; level 1 holds it back to no more than twice that"
// range = { "ampere-8.6" = [4.5, 8.2], "rdna3" = [4, 8.2] }
// missed."ampere-8.6" = "the range leaves out level 2: the eight vectors are 128 KiB, level 1 beside the workgroup memory is 64 KiB, so that 1.07 GB of them come from there"
// long = true
// slow = [8192, 8, 1]
// fast = [8192, 1, 1]
// buffers = [134217728, 131072, 262144]

const COLUMNS = 4096u;
const ROWS = 8192u;
const BATCH = 8u;
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vectors: array<f32>;
@group(0) @binding(2) var<storage, read_write> results: array<f32>;
var<workgroup> shares: array<array<f32, 256>, 8>;
fn halve(b: u32, lane: u32) {
  for (var step = 128u; step >= 1u; step /= 2u) {
    workgroupBarrier();
    if lane < step { shares[b][lane] += shares[b][lane + step]; }
  }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) at: vec3u, @builtin(local_invocation_id) lane: vec3u) {
  var sum = 0.0;
  for (var c = lane.x; c < COLUMNS; c += 256u) { sum += matrix[at.x * COLUMNS + c] * vectors[at.y * COLUMNS + c]; }
  shares[0][lane.x] = sum;
  halve(0u, lane.x);
  if lane.x == 0u { results[at.y * ROWS + at.x] = shares[0][0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) at: vec3u, @builtin(local_invocation_id) lane: vec3u) {
  var sums: array<f32, BATCH>;
  for (var c = lane.x; c < COLUMNS; c += 256u) {
    let weight = matrix[at.x * COLUMNS + c];
    for (var b = 0u; b < BATCH; b++) { sums[b] += weight * vectors[b * COLUMNS + c]; }
  }
  for (var b = 0u; b < BATCH; b++) { shares[b][lane.x] = sums[b]; }
  for (var b = 0u; b < BATCH; b++) { halve(b, lane.x); }
  workgroupBarrier();
  if lane.x < BATCH { results[lane.x * ROWS + at.x] = shares[lane.x][0]; }
}
