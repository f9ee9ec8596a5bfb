// name = "one lane of 32 works, or all lanes of a 32nd of the workgroups"
// source = "a subgroup's instruction takes as long for one lane as for all: 32 times as many; launching them adds nothing to 512 passes"
// range = { "ampere-8.6" = [20, 33], "rdna3" = [18, 34] }
// slow = [15360, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520, 491520]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(x: f32, passes: u32) -> f32 { var v = x; for (var i = 0u; i < passes; i++) { v = fma(v, 0.5, 1.0); } return v; }

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { if id.x % 32u == 0u { output[id.x / 32u] = work(input[id.x / 32u], 512u); } }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x], 512u); }
