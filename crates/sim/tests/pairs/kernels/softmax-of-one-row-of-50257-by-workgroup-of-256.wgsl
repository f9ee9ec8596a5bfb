// name = "softmax of one row of 50257 by a workgroup of 256, or of 1024"
// source = "Little's law: a unit's loads under way, a quarter as many; from level 2, which holds the row"
// range = { "ampere-8.6" = [1.4, 4.2], "rdna3" = [1.3, 4.2] }
// slow = [1, 1, 1]
// fast = [1, 1, 1]
// buffers = [201028, 201028]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const COUNT = 50257u;
override LANES = 256u;
var<workgroup> a: array<f32, 256>;
var<workgroup> b: array<f32, 1024>;
@compute @workgroup_size(256) fn slow(@builtin(local_invocation_index) lane: u32) {
  var most = -1e30;
  for (var i = lane; i < COUNT; i += 256u) { most = max(most, input[i]); }
  a[lane] = most;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) { if lane < half { a[lane] = max(a[lane], a[lane + half]); } workgroupBarrier(); }
  most = a[0];
  workgroupBarrier();
  var sum = 0.0;
  for (var i = lane; i < COUNT; i += 256u) { sum += exp(input[i] - most); }
  a[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) { if lane < half { a[lane] += a[lane + half]; } workgroupBarrier(); }
  let scale = 1.0 / a[0];
  for (var i = lane; i < COUNT; i += 256u) { output[i] = exp(input[i] - most) * scale; }
}
@compute @workgroup_size(1024) fn fast(@builtin(local_invocation_index) lane: u32) {
  var most = -1e30;
  for (var i = lane; i < COUNT; i += 1024u) { most = max(most, input[i]); }
  b[lane] = most;
  workgroupBarrier();
  for (var half = 512u; half > 0u; half /= 2u) { if lane < half { b[lane] = max(b[lane], b[lane + half]); } workgroupBarrier(); }
  most = b[0];
  workgroupBarrier();
  var sum = 0.0;
  for (var i = lane; i < COUNT; i += 1024u) { sum += exp(input[i] - most); }
  b[lane] = sum;
  workgroupBarrier();
  for (var half = 512u; half > 0u; half /= 2u) { if lane < half { b[lane] += b[lane + half]; } workgroupBarrier(); }
  let scale = 1.0 / b[0];
  for (var i = lane; i < COUNT; i += 1024u) { output[i] = exp(input[i] - most) * scale; }
}
