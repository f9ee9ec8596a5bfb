// name = "an image doubled with four pixels blended, or the nearest"
// source = "DRAM writes 16 MB and reads 4 in both; the four loads come from level 1 (Nsight Compute guide, memory tables)"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [0.9, 1.6] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [4202500, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const WIDTH = 1025u;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = id.y / 2u * WIDTH + id.x / 2u;
  let f = vec2f(id.xy % 2u) * 0.5;
  output[id.y * 2048u + id.x] = mix(mix(input[i], input[i + 1u], f.x), mix(input[i + WIDTH], input[i + WIDTH + 1u], f.x), f.y);
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.y * 2048u + id.x] = input[id.y / 2u * WIDTH + id.x / 2u];
}
