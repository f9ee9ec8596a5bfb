// name = "multiply-adds of three registers, or of one and constants"
// source = "RRZE gpu-benches, gpu-roofline, A40: 0.6 of the peak of two-operand chains; Huerta et al., arXiv 2503.20481"
// range = { "ampere-8.6" = [1.3, 1.8], "rdna3" = [0.95, 1.3] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; var b = a + 1.0; let c = a * 2.0; let d = a + 3.0; for (var i = 0u; i < 1000u; i++) { a = fma(a, c, d); b = fma(b, c, d); } output[id.x] = a + b; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var a = input[id.x]; var b = a + 1.0; for (var i = 0u; i < 1000u; i++) { a = fma(a, 0.5, 1.0); b = fma(b, 0.5, 1.0); } output[id.x] = a + b; }
