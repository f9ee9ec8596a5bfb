// name = "softmax of long rows in three passes, or in two"
// source = "Milakov and Gimelshein, Online normalizer calculation for softmax (arXiv 1805.02867): three memory accesses an element for four, up to 1.3 times as fast"
// range = { "ampere-8.6" = [1.1, 1.5], "rdna3" = [1.0, 1.5] }
// long = true
// slow = [512, 1, 1]
// fast = [512, 1, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 32768u;
var<workgroup> largest: array<f32, 256>;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * N;
  var m = -3e38;
  for (var i = lane; i < N; i += 256u) { m = max(m, input[row + i]); }
  largest[lane] = m;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { largest[lane] = max(largest[lane], largest[lane + s]); }
    workgroupBarrier();
  }
  let most = largest[0];

  var sum = 0.0;
  for (var i = lane; i < N; i += 256u) { sum += exp(input[row + i] - most); }
  part[lane] = sum;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  let all = part[0];
  for (var i = lane; i < N; i += 256u) { output[row + i] = exp(input[row + i] - most) / all; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * N;
  var m = -3e38;
  var sum = 0.0;
  for (var i = lane; i < N; i += 256u) {
    let x = input[row + i];
    let now = max(m, x);
    sum = fma(sum, exp(m - now), exp(x - now));
    m = now;
  }
  largest[lane] = m;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { largest[lane] = max(largest[lane], largest[lane + s]); }
    workgroupBarrier();
  }
  let most = largest[0];

  part[lane] = sum * exp(m - most);
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  let all = part[0];
  for (var i = lane; i < N; i += 256u) { output[row + i] = exp(input[row + i] - most) / all; }
}
