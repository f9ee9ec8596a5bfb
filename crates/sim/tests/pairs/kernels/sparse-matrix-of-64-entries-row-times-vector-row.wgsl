// name = "a sparse matrix of 64 entries a row times a vector, a row an invocation, or eight invocations a row"
// source = "Bell and Garland, Efficient Sparse Matrix-Vector Multiplication on CUDA: scalar against vector kernels; caches since have eased it"
// range = { "ampere-8.6" = [1.4, 6], "rdna3" = [1.5, 10] }
// long = true
// slow = [128, 1, 1]
// fast = [1024, 1, 1]
// buffers = [8388608, 131072, 8388608, 131072]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read> columns: array<u32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
// The columns are not known before: a stand-in that scatters them.
fn column(at: u32) -> u32 { return (columns[at] + at * 2654435761u) >> 17u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  let begin = id.x * 64u;
  let end = begin + 64u;
  for (var at = begin; at < end; at++) { sum += values[at] * x[column(at)]; }
  y[id.x] = sum;
}
var<workgroup> partial: array<f32, 256>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = id.x / 8u;
  var sum = 0.0;
  let begin = row * 64u;
  let end = begin + 64u;
  for (var at = begin + id.x % 8u; at < end; at += 8u) { sum += values[at] * x[column(at)]; }
  partial[lane] = sum;
  workgroupBarrier();
  if lane < 32u {
    var all = 0.0;
    for (var i = 0u; i < 8u; i++) { all += partial[lane * 8u + i]; }
    y[id.x / 256u * 32u + lane] = all;
  }
}
