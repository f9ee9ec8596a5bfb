// name = "lane 0 copies for its workgroup, or all lanes"
// source = "a request for each element in place of one for 32, waited for in turns"
// range = { "ampere-8.6" = [4, 40], "rdna3" = [4, 60] }
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194304, 4194304]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) { if lane == 0u { for (var k = 0u; k < 256u; k++) { y[group.x * 256u + k] = x[group.x * 256u + k]; } } }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[id.x]; }
