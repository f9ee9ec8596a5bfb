// name = "workgroups whose passes grow with their number, or their mean for all"
// source = "units take the next workgroup when one ends: only the last round is uneven"
// range = { "ampere-8.6" = [1.0, 1.4], "rdna3" = [1.0, 1.65] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(x: f32, passes: u32) -> f32 { var v = x; for (var i = 0u; i < passes; i++) { v = fma(v, 0.5, 1.0); v = fma(v, 0.25, 2.0); } return v; }

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { output[id.x] = work(input[id.x], group.x + 1u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) { output[id.x] = work(input[id.x], 480u); }
