// name = "keys read by each of eight query heads that share them, or once for all eight"
// source = "Ainslie et al., GQA; count: 64 MiB through level 2 (about 1 TB/s on 8.6) against 8 MiB from DRAM (300 GB/s): 64 us against 27; rdna3: 16 to 20 us of level 2 against 4 to 8 with 128 workgroups"
// range = { "ampere-8.6" = [1.2, 3.5], "rdna3" = [1.2, 5] }
// missed."rdna3" = "1.07: the range takes keys to stay in the memory-side cache from run to run; cold, both wait for DRAM"
// long = true
// slow = [1024, 1, 1]
// fast = [128, 1, 1]
// buffers = [8388608, 16384, 1048576]

@group(0) @binding(0) var<storage, read> keys: array<f32>;
@group(0) @binding(1) var<storage, read> queries: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
var<workgroup> query: array<f32, 64>;
var<workgroup> eight: array<vec4f, 128>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let head = group.x >> 4u;
  let key = (group.x & 15u) * 256u + lane;
  if (lane < 64u) { query[lane] = queries[head * 64u + lane]; }
  workgroupBarrier();
  let base = (head >> 3u) * 262144u + key;
  var sum = 0.0;
  for (var d = 0u; d < 64u; d++) { sum += query[d] * keys[base + d * 4096u]; }
  output[head * 4096u + key] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let kv = group.x >> 4u;
  let key = (group.x & 15u) * 256u + lane;
  if (lane < 128u) {
    let at = (kv * 8u + (lane & 1u) * 4u) * 64u + (lane >> 1u);
    eight[lane] = vec4f(queries[at], queries[at + 64u], queries[at + 128u], queries[at + 192u]);
  }
  workgroupBarrier();
  let base = kv * 262144u + key;
  var low = vec4f(0.0);
  var high = vec4f(0.0);
  for (var d = 0u; d < 64u; d++) {
    let k = keys[base + d * 4096u];
    low += eight[d * 2u] * k;
    high += eight[d * 2u + 1u] * k;
  }
  let out = kv * 32768u + key;
  output[out] = low.x; output[out + 4096u] = low.y; output[out + 8192u] = low.z; output[out + 12288u] = low.w;
  output[out + 16384u] = high.x; output[out + 20480u] = high.y; output[out + 24576u] = high.z; output[out + 28672u] = high.w;
}
