// name = "barriers that order nothing in a loop, or none"
// source = "CUDA C++ Best Practices Guide, synchronization instruction: 16 operations a clock, where 128 lanes multiply and add: up to eight times the multiply-add of a pass"
// range = { "ampere-8.6" = [1.02, 8] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; for (var i = 0u; i < 200u; i++) { a = fma(a, 0.5, 1.0); workgroupBarrier(); } output[id.x] = a; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; for (var i = 0u; i < 200u; i++) { a = fma(a, 0.5, 1.0); } output[id.x] = a; }
