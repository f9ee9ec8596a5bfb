// name = "a matrix of f32 times a vector, or of halves"
// source = "roofline: bound by memory, 4 bytes a weight against 2 (NVIDIA, Mixed-Precision Programming with CUDA 8)"
// range = { "ampere-8.6" = [1.6, 2.1], "rdna3" = [1.3, 2.4] }
// long = true
// slow = [2048, 1, 1]
// fast = [2048, 1, 1]
// buffers = [33554432, 8192, 16384, 16777216, 8192]

enable f16;
@group(0) @binding(0) var<storage, read> weights: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read> halves: array<vec4<f16>>;
@group(0) @binding(4) var<storage, read> xh: array<vec4<f16>>;
const QUADS = 1024u;
const LANES = 128u;
var<workgroup> partial: array<f32, LANES>;
fn finish(sum: f32, lane: u32, row: u32) {
  partial[lane] = sum;
  workgroupBarrier();
  for (var step = LANES / 2u; step > 0u; step /= 2u) {
    if lane < step { partial[lane] += partial[lane + step]; }
    workgroupBarrier();
  }
  if lane == 0u { y[row] = partial[0]; }
}
@compute @workgroup_size(LANES) fn slow(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < QUADS; k += LANES) { sum += dot(weights[wg.x * QUADS + k], x[k]); }
  finish(sum, lane, wg.x);
}
@compute @workgroup_size(LANES) fn fast(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < QUADS; k += LANES) { sum += dot(vec4f(halves[wg.x * QUADS + k]), vec4f(xh[k])); }
  finish(sum, lane, wg.x);
}
