// steps: alone together kept
// next: interleave, one-loop|fewer-shared-reads
// best: kept
// alone: 16
// together: 4096
// kept: 4096
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 1024u;
// A row for each invocation, ...
@compute @workgroup_size(256) fn alone(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x * N;
  var most = input[row];
  for (var k = 1u; k < N; k++) { most = max(most, input[row + k]); }
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += exp(input[row + k] - most); }
  for (var k = 0u; k < N; k++) { output[row + k] = exp(input[row + k] - most) / sum; }
}
var<workgroup> parts: array<f32, 256>;
// ... or for each workgroup, whose lanes all go over all parts, ...
@compute @workgroup_size(256) fn together(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * N;
  var most = input[row + lane];
  for (var k = lane; k < N; k += 256u) { most = max(most, input[row + k]); }
  parts[lane] = most;
  workgroupBarrier();
  for (var i = 0u; i < 256u; i++) { most = max(most, parts[i]); }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = lane; k < N; k += 256u) { sum += exp(input[row + k] - most); }
  parts[lane] = sum;
  workgroupBarrier();
  sum = 0.0;
  for (var i = 0u; i < 256u; i++) { sum += parts[i]; }
  for (var k = lane; k < N; k += 256u) { output[row + k] = exp(input[row + k] - most) / sum; }
}
// ... or which combine them in a tree, with the row in registers.
fn greatest(lane: u32, value: f32) -> f32 {
  parts[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] = max(parts[lane], parts[lane + half]); }
    workgroupBarrier();
  }
  return parts[0];
}
fn total(lane: u32, value: f32) -> f32 {
  parts[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  return parts[0];
}
@compute @workgroup_size(256) fn kept(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = group.x * N + lane;
  var row = vec4f(input[at], input[at + 256u], input[at + 512u], input[at + 768u]);
  let most = greatest(lane, max(max(row.x, row.y), max(row.z, row.w)));
  workgroupBarrier();
  row = exp(row - most);
  row /= total(lane, row.x + row.y + row.z + row.w);
  output[at] = row.x;
  output[at + 256u] = row.y;
  output[at + 512u] = row.z;
  output[at + 768u] = row.w;
}
