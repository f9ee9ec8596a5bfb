// name = "softmax of 16384 rows of 1024 written, or only the logarithms of their sums"
// source = "cross entropy from logits, as in PyTorch: 64 MiB read and 64 written, or only read; exponentials and trees hide behind DRAM, but for a part of what a workgroup waits at its barriers; rdna3 reaches 0.98 of its bus where it only reads, and 0.89 where it writes, too: 2.2"
// range = { "ampere-8.6" = [1.5, 2.1], "rdna3" = [1.4, 2.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [67108864, 67108864, 65536]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> logarithms: array<f32>;
var<workgroup> tile: array<f32, 256>;
fn greatest(value: f32, lane: u32) -> f32 {
  tile[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) { tile[lane] = max(tile[lane], tile[lane + half]); }
    workgroupBarrier();
  }
  let all = tile[0];
  workgroupBarrier();
  return all;
}
fn total(value: f32, lane: u32) -> f32 {
  tile[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) { tile[lane] += tile[lane + half]; }
    workgroupBarrier();
  }
  return tile[0];
}
@compute @workgroup_size(256)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let v = input[group.x * 256u + lane];
  let most = greatest(max(max(v.x, v.y), max(v.z, v.w)), lane);
  let e = exp(v - most);
  let sum = total(e.x + e.y + e.z + e.w, lane);
  output[group.x * 256u + lane] = e / sum;
}
@compute @workgroup_size(256)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let v = input[group.x * 256u + lane];
  let most = greatest(max(max(v.x, v.y), max(v.z, v.w)), lane);
  let e = exp(v - most);
  let sum = total(e.x + e.y + e.z + e.w, lane);
  if (lane == 0u) { logarithms[group.x] = most + log(sum); }
}
