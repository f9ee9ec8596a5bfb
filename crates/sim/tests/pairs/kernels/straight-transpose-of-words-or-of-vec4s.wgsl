// name = "a straight transpose of words, or of vec4s"
// source = "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++: 32 lanes store in 32 sectors; four times as many of those for words, 4.2 million at 24 a clock of level 2 beside DRAM's time, which the vec4s wait for"
// range = { "ampere-8.6" = [1.1, 3.5], "rdna3" = [1.0, 4] }
// long = true
// slow = [64, 256, 1]
// fast = [32, 128, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output4: array<vec4f>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x * 2048u + id.y] = input[id.y * 2048u + id.x];
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output4[id.x * 1024u + id.y] = input4[id.y * 1024u + id.x];
}
