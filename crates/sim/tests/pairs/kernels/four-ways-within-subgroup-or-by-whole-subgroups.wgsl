// name = "four ways within a subgroup, or by whole subgroups"
// source = "NVIDIA developer blog, warp divergence: each way is run in turn"
// range = { "ampere-8.6" = [2.8, 4.4], "rdna3" = [2.8, 4.4] }
// missed."ampere-8.6" = "the ways are so short here that DRAM and the launch take most of the fast kernel's time, which the range does not allow for"
// missed."rdna3" = "the ways are so short here that DRAM and the launch take most of the fast kernel's time, which the range does not allow for"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn way(kind: u32, start: f32) -> f32 { var x = start; switch kind { case 0u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.5, 1.0); } } case 1u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.25, 2.0); } } case 2u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.75, 3.0); } } default: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.125, 4.0); } } } return x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = way(id.x % 4u, input[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = way(id.x / 64u % 4u, input[id.x]); }
