// name = "a matrix times a vector, an invocation a row, or a workgroup a row"
// source = "CUDA C++ Best Practices Guide, strided accesses: a row an invocation is a stride of a row"
// range = { "ampere-8.6" = [2, 20], "rdna3" = [1.5, 30] }
// long = true
// slow = [16, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 4096, 16384]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var sum = 0.0; for (var k = 0u; k < 1024u; k++) { sum = fma(a[id.x * 1024u + k], x[k], sum); } y[id.x] = sum; }
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { var sum = 0.0; for (var k = lane; k < 1024u; k += 256u) { sum = fma(a[group.x * 1024u + k], x[k], sum); } part[lane] = sum; workgroupBarrier(); for (var half = 128u; half > 0u; half /= 2u) { if lane < half { part[lane] += part[lane + half]; } workgroupBarrier(); } if lane == 0u { y[group.x] = part[0]; } }
