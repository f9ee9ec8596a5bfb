// name = "one lane of 256 with eight times the passes, or not"
// source = "its subgroup holds the workgroup's place: 512 passes of 4 clocks (5 on RDNA) where all eight subgroups' 64 take 768 on full schedulers (1024)"
// range = { "ampere-8.6" = [1.8, 3.4], "rdna3" = [1.7, 3.6] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn work(x: f32, passes: u32) -> f32 { var v = x; for (var i = 0u; i < passes; i++) { v = fma(v, 0.5, 1.0); } return v; }

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = work(input[id.x], select(64u, 512u, lane == 0u) * 4u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { output[id.x] = work(input[id.x], 256u); }
