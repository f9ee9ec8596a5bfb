// name = "scores of attention computed for all keys, or tiles above the diagonal left at once"
// source = "counting: 2080 of 4096 tiles have work (Dao, FlashAttention-2, causal masking: 1.7 to 1.8 times)"
// range = { "ampere-8.6" = [1.5, 2.05], "rdna3" = [1.3, 2.05] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [262144, 4194304, 262144]

@group(0) @binding(0) var<storage, read> queries: array<f32>;
@group(0) @binding(2) var<storage, read> keys: array<f32>;
@group(0) @binding(1) var<storage, read_write> scores: array<f32>;
const LENGTH = 1024u;
const DEPTH = 64u;
var<workgroup> q: array<array<f32, 17>, 16>;
var<workgroup> k: array<array<f32, 17>, 16>;
fn score(tile: vec2u, at: vec2u) {
  var sum = 0.0;
  for (var d = 0u; d < DEPTH; d += 16u) {
    q[at.y][at.x] = queries[(tile.y * 16u + at.y) * DEPTH + d + at.x];
    k[at.y][at.x] = keys[(tile.x * 16u + at.y) * DEPTH + d + at.x];
    workgroupBarrier();
    for (var i = 0u; i < 16u; i++) { sum += q[at.y][i] * k[at.x][i]; }
    workgroupBarrier();
  }
  scores[(tile.y * 16u + at.y) * LENGTH + tile.x * 16u + at.x] = sum * 0.125;
}
@compute @workgroup_size(16, 16) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  score(group.xy, local.xy);
}
@compute @workgroup_size(16, 16) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  if group.x > group.y { return; }
  score(group.xy, local.xy);
}
