// name = "a filter of 32 taps of a uniform buffer, or of constants"
// source = "CUDA binary utilities: an operand of FFMA may be a constant bank's word; RDNA: scalar registers or literals"
// range = { "ampere-8.6" = [0.85, 1.25], "rdna3" = [0.85, 1.3] }
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194432, 4194304, 128]

struct Filter { taps: array<vec4f, 8>, }
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> filter_: Filter;
const TAPS = array<f32, 32>(0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16,
  0.16, 0.15, 0.14, 0.13, 0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01);
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += filter_.taps[k / 4u][k % 4u] * signal[id.x + k]; }
  result[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) { sum += TAPS[k] * signal[id.x + k]; }
  result[id.x] = sum;
}
