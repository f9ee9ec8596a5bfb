// name = "exponentials, or multiply-adds"
// source = "CUDA C++ Programming Guide, arithmetic throughput: 16 a clock against 128; AMD RDNA whitepaper: a quarter of the rate"
// range = { "ampere-8.6" = [4, 10], "rdna3" = [2.5, 10] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; for (var i = 0u; i < 400u; i++) { a = exp2(a); } output[id.x] = a; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; for (var i = 0u; i < 400u; i++) { a = fma(a, 0.5, 1.0); } output[id.x] = a; }
