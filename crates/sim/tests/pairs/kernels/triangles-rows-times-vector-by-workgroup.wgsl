// name = "a triangle's rows times a vector by a workgroup each, or by one for the shortest and the longest left"
// source = "count: as many bytes; thousands of workgroups even out where each goes to the next free unit (NVIDIA, Matrix Multiplication Background), and half as many have two trees each"
// range = { "ampere-8.6" = [0.85, 1.35], "rdna3" = [0.8, 1.4] }
// long = true
// slow = [2048, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 8192, 8192]

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
var<workgroup> sums: array<f32, 256>;
fn row(i: u32, lane: u32) {
  var sum = 0.0;
  for (var j = lane; j <= i; j += 256u) { sum += matrix[i * 2048u + j] * x[j]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { y[i] = sums[0]; }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { row(group.x, lane); }
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  row(group.x, lane);
  workgroupBarrier();
  row(2047u - group.x, lane);
}
