// name = "softmax with an invocation a row, or a workgroup"
// source = "annanyapr/Fast-CUDA-Kernels, RTX 4090, 1024 rows: 22.5 against 0.91 ms"
// range = { "ampere-8.6" = [6, 60], "rdna3" = [6, 80] }
// long = true
// slow = [4, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> top: array<f32, 256>;
var<workgroup> tot: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * 4096u;
  var top_ = x[first];
  var s = 1.0;
  for (var i = 1u; i < 4096u; i += 1u) {
    let v = x[first + i];
    let a = max(top_, v);
    s = s * exp(top_ - a) + exp(v - a);
    top_ = a;
  }
  for (var i = 0u; i < 4096u; i++) { y[first + i] = exp(x[first + i] - top_) / s; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * 4096u + lane;
  var top_ = x[first];
  var s = 1.0;
  for (var i = 256u; i < 4096u; i += 256u) {
    let v = x[first + i];
    let a = max(top_, v);
    s = s * exp(top_ - a) + exp(v - a);
    top_ = a;
  }
  top[lane] = top_;
  tot[lane] = s;
  workgroupBarrier();
  for (var h = 128u; h > 0u; h /= 2u) {
    if lane < h {
      let a = max(top[lane], top[lane + h]);
      tot[lane] = tot[lane] * exp(top[lane] - a) + tot[lane + h] * exp(top[lane + h] - a);
      top[lane] = a;
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4096u; i += 256u) { y[first + i] = exp(x[first + i] - top[0]) / tot[0]; }
}
