// name = "means of 2 x 2 from four words, or from two vec2s"
// source = "mipmaps: DRAM's 84 MB are the limit; every other word twice, from level 1 the second time"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.95, 1.25] }
// long = true
// slow = [64, 256, 1]
// fast = [64, 256, 1]
// buffers = [67108864, 67108864, 16777216]

@group(0) @binding(0) var<storage, read> words: array<f32>;
@group(0) @binding(1) var<storage, read> pairs: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> half: array<f32>;
const WIDTH = 4096u;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = 2u * id.xy;
  let sum = words[p.y * WIDTH + p.x] + words[p.y * WIDTH + p.x + 1u] + words[(p.y + 1u) * WIDTH + p.x] + words[(p.y + 1u) * WIDTH + p.x + 1u];
  half[id.y * (WIDTH / 2u) + id.x] = 0.25 * sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let both = pairs[2u * id.y * (WIDTH / 2u) + id.x] + pairs[(2u * id.y + 1u) * (WIDTH / 2u) + id.x];
  half[id.y * (WIDTH / 2u) + id.x] = 0.25 * (both.x + both.y);
}
