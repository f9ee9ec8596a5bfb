// name = "both ways computed and one selected, or a branch by the workgroup"
// source = "a branch that all lanes take alike skips the other way: half of the work"
// range = { "ampere-8.6" = [1.7, 2.15], "rdna3" = [1.7, 2.15] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn one(x: f32) -> f32 { var v = x; for (var i = 0u; i < 256u; i++) { v = fma(v, 0.5, 1.0); } return v; }
fn two(x: f32) -> f32 { var v = x; for (var i = 0u; i < 256u; i++) { v = fma(v, 0.25, 2.0); } return v; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { let x = input[id.x]; output[id.x] = select(one(x), two(x), group.x % 2u == 0u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { let x = input[id.x]; if group.x % 2u == 0u { output[id.x] = two(x); } else { output[id.x] = one(x); } }
