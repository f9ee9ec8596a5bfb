// name = "a stencil of five points in workgroups of 8 x 8, or of 64 x 4"
// source = "as many bytes of DRAM, 106 us on 8.6; rows of whole sectors in both; 136 rounds of 16 workgroups against 91 of six, 100 us against 67; rdna3: rows of 32 bytes are a quarter of a line"
// range = { "ampere-8.6" = [0.95, 1.6], "rdna3" = [0.95, 1.8] }
// long = true
// slow = [256, 256, 1]
// fast = [32, 512, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn mean(id: vec3u) {
  if (id.x == 0u || id.y == 0u || id.x == 2047u || id.y == 2047u) { return; }
  let at = id.y * 2048u + id.x;
  output[at] = 0.2 * (input[at] + input[at - 1u] + input[at + 1u] + input[at - 2048u] + input[at + 2048u]);
}
@compute @workgroup_size(8, 8) fn slow(@builtin(global_invocation_id) id: vec3u) { mean(id); }
@compute @workgroup_size(64, 4) fn fast(@builtin(global_invocation_id) id: vec3u) { mean(id); }
