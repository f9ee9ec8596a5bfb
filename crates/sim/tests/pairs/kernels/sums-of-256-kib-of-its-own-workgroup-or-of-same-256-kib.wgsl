// name = "sums of 256 KiB of its own a workgroup, or of the same 256 KiB"
// source = "DRAM's bandwidth against level 2's: 336 GB/s and about 1.1 TB/s; RX 7900 XTX: 0.96 against some 5 TB/s, latency aside"
// range = { "ampere-8.6" = [1.9, 5], "rdna3" = [1.8, 7] }
// long = true
// slow = [256, 1, 1]
// fast = [256, 1, 1]
// buffers = [67108864, 262144]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
fn total(first: u32) -> f32 { var s = 0.0; for (var k = 0u; k < 65536u; k += 256u) { s += x[first + k]; } return s; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { y[id.x] = total(group.x * 65536u + lane); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { y[id.x] = total(lane); }
