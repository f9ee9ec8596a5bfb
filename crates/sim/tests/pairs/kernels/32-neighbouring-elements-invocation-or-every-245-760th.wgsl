// name = "32 neighbouring elements an invocation, or every 245,760th"
// source = "CUDA C++ Best Practices Guide, strided accesses: up to a sector for each element"
// range = { "ampere-8.6" = [1.5, 10], "rdna3" = [1.3, 16] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [31457280, 31457280]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { for (var k = 0u; k < 32u; k++) { output[id.x * 32u + k] = 2.0 * input[id.x * 32u + k]; } }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { for (var k = 0u; k < 32u; k++) { output[id.x + k * 245760u] = 2.0 * input[id.x + k * 245760u]; } }
