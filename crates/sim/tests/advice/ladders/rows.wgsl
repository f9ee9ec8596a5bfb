// steps: alone together
// next: interleave|share-loop
// best: vectors
// alone: 16
// together: 4096
// vectors: 4096
// buffers: 4194304 1024 4096
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vector: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;
@group(0) @binding(0) var<storage, read> matrix4: array<vec4f>;
@group(0) @binding(1) var<storage, read> vector4: array<vec4f>;

// A matrix times a vector: a row for each invocation, ...
const N = 1024u;
@compute @workgroup_size(256) fn alone(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += matrix[id.x * N + k] * vector[k]; }
  product[id.x] = sum;
}
var<workgroup> parts: array<f32, 256>;
fn combine(row: u32, lane: u32, part: f32) {
  parts[lane] = part;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { product[row] = parts[0]; }
}
// ... or for each workgroup, ...
@compute @workgroup_size(256) fn together(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < N; k += 256u) { sum += matrix[group.x * N + k] * vector[k]; }
  combine(group.x, lane, sum);
}
// ... by vectors.
@compute @workgroup_size(256) fn vectors(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  combine(group.x, lane, dot(matrix4[group.x * N / 4u + lane], vector4[lane]));
}
