// name = "four neighbouring elements an invocation as words, or as a vec4"
// source = "NVIDIA, CUDA Pro Tip: Increase Performance with Vectorized Memory Access: little at full occupancy; four requests of four lines each where compilers do not join them"
// range = { "ampere-8.6" = [0.95, 2.2], "rdna3" = [0.95, 2.0] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@group(0) @binding(2) var<storage, read> input4: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> output4: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 4u; k++) { output[id.x * 4u + k] = input[id.x * 4u + k] * 2.0; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output4[id.x] = input4[id.x] * 2.0; }
