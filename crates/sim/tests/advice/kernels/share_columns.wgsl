// suggests: share-loop
// figure: estimated
// before: 32
// after: 64
// buffers: 1048576 2048
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Sums of columns: smaller workgroups fill the units more evenly, and each invocation's loop stays as long.
fn rows() -> u32 { return arrayLength(&input) / N; }
const N = 2048u;
var<workgroup> parts: array<f32, 256>;
@compute @workgroup_size(64) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < rows(); k++) { sum += input[k * N + id.x]; }
  output[id.x] = sum;
}
@compute @workgroup_size(32, 8)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = local.y; k < rows(); k += 8u) { sum += input[k * N + group.x * 32u + local.x]; }
  parts[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half >= 32u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane < 32u { output[group.x * 32u + lane] = parts[lane]; }
}
