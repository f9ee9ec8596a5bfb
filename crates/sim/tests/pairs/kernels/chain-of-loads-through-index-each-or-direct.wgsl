// name = "a chain of loads through an index each, or direct"
// source = "two latencies for one"
// range = { "ampere-8.6" = [1.6, 2.1], "rdna3" = [1.5, 2.15] }
// long = true
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [33554432, 4096, 33554432]

@group(0) @binding(0) var<storage, read> index: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read> data: array<u32>;
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u) { var at = id.x * 7919u; for (var k = 0u; k < 256u; k++) { let i = index[at & 8388607u] + at * 22695477u + 1u; at = data[i & 8388607u] + i * 1664525u + 1013904223u; } y[id.x] = at; }
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u) { var at = id.x * 7919u; for (var k = 0u; k < 256u; k++) { at = data[at & 8388607u] + at * 1664525u + 1013904223u; } y[id.x] = at; }
