// name = "variances by Welford's step, or by sums and sums of squares"
// source = "PyTorch's and Apex's Welford layer norms: both are bound by DRAM; a division an element is some 10 instructions of 40 us beside 212"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.7] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [67108864, 1048576]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> variances: array<f32>;
const STRIDE = 262144u;
struct Moments { mean: f32, m2: f32, count: f32, }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var m = Moments(0.0, 0.0, 0.0);
  for (var i = id.x; i < arrayLength(&values); i += STRIDE) {
    let x = values[i];
    m.count += 1.0;
    let delta = x - m.mean;
    m.mean += delta / m.count;
    m.m2 += delta * (x - m.mean);
  }
  variances[id.x] = m.m2 / m.count;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var m = Moments(0.0, 0.0, 0.0);
  for (var i = id.x; i < arrayLength(&values); i += STRIDE) {
    let x = values[i];
    m.count += 1.0;
    m.mean += x;
    m.m2 += x * x;
  }
  m.mean /= m.count;
  variances[id.x] = m.m2 / m.count - m.mean * m.mean;
}
