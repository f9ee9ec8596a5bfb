// name = "scores of 65536 keys of 64 by an invocation a key, or by 16 lanes a key"
// source = "llama.cpp, flash attention for vectors: lanes of a warp share a key; a lane's vec4 is half of a sector, and a quarter of the line that is gone before the next where level 1 does not hold 1536 lanes' lines"
// range = { "ampere-8.6" = [1.0, 3], "rdna3" = [1.0, 6] }
// missed."ampere-8.6" = "0.99: neighbouring words of a key are found in level 1, so that both read each sector once from DRAM; the range lets a part of them be gone by then"
// long = true
// slow = [256, 1, 1]
// fast = [4096, 1, 1]
// buffers = [256, 16777216, 262144]

enable subgroups;
@group(0) @binding(0) var<uniform> query: array<vec4f, 16>;
@group(0) @binding(1) var<storage, read> keys: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> scores: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var score = 0.0;
  for (var i = 0u; i < 16u; i++) { score += dot(query[i], keys[id.x * 16u + i]); }
  scores[id.x] = score;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var score = dot(query[id.x % 16u], keys[id.x]);
  for (var mask = 8u; mask > 0u; mask >>= 1u) { score += subgroupShuffleXor(score, mask); }
  if (id.x % 16u == 0u) { scores[id.x / 16u] = score; }
}
