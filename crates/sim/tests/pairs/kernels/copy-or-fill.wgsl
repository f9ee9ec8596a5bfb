// name = "a copy, or a fill"
// source = "counting: bytes read and written, or only written (RRZE gpu-benches, gpu-stream: init and scale)"
// range = { "ampere-8.6" = [1.5, 2.2], "rdna3" = [1.4, 2.3] }
// long = true
// slow = [32768, 1, 1]
// fast = [32768, 1, 1]
// buffers = [33554432, 33554432]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = 1.5; }
