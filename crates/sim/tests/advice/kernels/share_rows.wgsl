// suggests: share-loop
// figure: estimated
// machine: ada-8.9
// before: 16
// after: 4096
// buffers: 4194304 4096
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// 4096 rows are fewer than the lanes of 142 units.
const N = 1024u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < N; k++) { sum += input[id.x * N + k]; }
  output[id.x] = sum;
}
var<workgroup> parts: array<f32, 256>;
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < N; k += 256u) { sum += input[group.x * N + k]; }
  parts[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = parts[0]; }
}
