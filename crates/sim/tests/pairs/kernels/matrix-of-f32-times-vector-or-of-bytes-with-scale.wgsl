// name = "a matrix of f32 times a vector, or of bytes with a scale for each 32"
// source = "LLM.int8 and GGML's Q8_0: 4 bytes a weight against 1.125, of a product bound by memory"
// range = { "ampere-8.6" = [2.6, 4.1], "rdna3" = [1.8, 4.3] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16384, 16384, 16777216, 2097152]

@group(0) @binding(0) var<storage, read> weights: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read> bytes: array<u32>;
@group(0) @binding(4) var<storage, read> scales: array<f32>;
const COLUMNS = 4096u;
const LANES = 128u;
var<workgroup> partial: array<f32, LANES>;
fn finish(sum: f32, lane: u32, row: u32) {
  partial[lane] = sum;
  workgroupBarrier();
  for (var step = LANES / 2u; step > 0u; step >>= 1u) {
    if lane < step { partial[lane] += partial[lane + step]; }
    workgroupBarrier();
  }
  if lane == 0u { y[row] = partial[0]; }
}
@compute @workgroup_size(LANES) fn slow(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < COLUMNS / 4u; k += LANES) { sum += dot(weights[wg.x * (COLUMNS / 4u) + k], x[k]); }
  finish(sum, lane, wg.x);
}
@compute @workgroup_size(LANES) fn fast(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < COLUMNS / 4u; k += LANES) {
    let place = wg.x * (COLUMNS / 4u) + k;
    sum += scales[place / 8u] * dot(unpack4x8snorm(bytes[place]), x[k]);
  }
  finish(sum, lane, wg.x);
}
