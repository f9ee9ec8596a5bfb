// name = "a chase in level 1, or in workgroup memory"
// source = "Jia et al. and GPGPU-Sim: 33 to 39 clocks against 23 to 29; RDNA: about 30 ns against 20 or less"
// range = { "ampere-8.6" = [1.0, 1.7], "rdna3" = [1.2, 3.2] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [4096, 4096]

@group(0) @binding(0) var<storage, read> next: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
var<workgroup> near: array<u32, 1024>;
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { var at = lane; for (var k = 0u; k < 2048u; k++) { at = next[at] + (lane ^ (k & 7u)); } y[id.x] = at; }
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { for (var k = lane; k < 1024u; k += 32u) { near[k] = next[k]; } workgroupBarrier(); var at = lane; for (var k = 0u; k < 2048u; k++) { at = near[at] + (lane ^ (k & 7u)); } y[id.x] = at; }
