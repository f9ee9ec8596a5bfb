// name = "rows times a vector from storage memory, or from workgroup memory"
// source = "R100001/Programming-Massively-Parallel-Processors, RTX 3080: 121 against 122 GB/s: the matrix limits"
// range = { "ampere-8.6" = [0.9, 1.35], "rdna3" = [0.85, 1.4] }
// long = true
// slow = [16, 1, 1]
// fast = [16, 1, 1]
// buffers = [33554432, 8192, 16384]

@group(0) @binding(0) var<storage, read> m: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
var<workgroup> t: array<u32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var s = 0u;
  for (var k = 0u; k < 2048u; k++) { s += m[id.x * 2048u + k] * x[k]; }
  y[id.x] = s;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var s = 0u;
  for (var f = 0u; f < 2048u; f += 256u) {
    t[lane] = x[f + lane];
    workgroupBarrier();
    for (var k = 0u; k < 256u; k++) { s += m[id.x * 2048u + f + k] * t[k]; }
    workgroupBarrier();
  }
  y[id.x] = s;
}
