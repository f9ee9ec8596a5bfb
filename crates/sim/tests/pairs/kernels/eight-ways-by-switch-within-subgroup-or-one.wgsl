// name = "eight ways by a switch within a subgroup, or one"
// source = "NVIDIA developer blog, warp divergence: each way is run in turn"
// range = { "ampere-8.6" = [5, 9], "rdna3" = [5, 9] }
// missed."ampere-8.6" = "the ways are so short here that DRAM and the launch take most of the fast kernel's time, which the range does not allow for"
// missed."rdna3" = "4.98: the ways are so short here that the loads take part of the fast kernel's time, which the range does not allow for"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn way(kind: u32, start: f32) -> f32 { var x = start; switch kind { case 0u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.1, 0.5); } } case 1u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.2, 1.5); } } case 2u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.3, 2.5); } } case 3u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.4, 3.5); } } case 4u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.5, 4.5); } } case 5u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.6, 5.5); } } case 6u: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.7, 6.5); } } default: { for (var k = 0u; k < 100u; k++) { x = fma(x, 0.9, 7.5); } } } return x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = way(id.x % 8u, input[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = way(id.x / 256u % 8u, input[id.x]); }
