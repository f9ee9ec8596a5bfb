// name = "three workgroups of 64 on a unit for want of workgroup memory, or full occupancy: a chain of multiply-adds"
// source = "Volkov: six subgroups on four schedulers fill one and a half of four clocks; RDNA: a subgroup of 64 a SIMD, two clocks of five"
// range = { "ampere-8.6" = [1.8, 3.0], "rdna3" = [1.4, 3.4] }
// missed."ampere-8.6" = "the range leaves out the launch and the load of each of the workgroups, of which a unit has three at a time"
// slow = [3840, 1, 1]
// fast = [3840, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> large: array<f32, 8192>;
var<workgroup> small: array<f32, 64>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { large[lane * 128u] = input[id.x]; workgroupBarrier(); var v = large[(63u - lane) * 128u]; for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { small[lane] = input[id.x]; workgroupBarrier(); var v = small[63u - lane]; for (var i = 0u; i < 1024u; i++) { v = fma(v, 0.5, 1.0); } output[id.x] = v; }
