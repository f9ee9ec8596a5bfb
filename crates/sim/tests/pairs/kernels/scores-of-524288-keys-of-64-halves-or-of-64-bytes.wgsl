// name = "scores of 524288 keys of 64 halves, or of 64 bytes with a scale"
// source = "Hooper et al., KVQuant: 64 MiB read, or 34, and 2 MiB written; 16 conversions of bytes for 16 bytes take about half of DRAM's time on ampere"
// range = { "ampere-8.6" = [1.55, 2.0], "rdna3" = [1.3, 2.05] }
// long = true
// slow = [2048, 1, 1]
// fast = [1024, 1, 1]
// buffers = [256, 67108864, 2097152, 2097152]

enable subgroups;
@group(0) @binding(0) var<storage, read> query: array<vec4f, 16>;
@group(0) @binding(1) var<storage, read> keys: array<vec4u>;
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;
fn halves(a: u32, b: u32) -> vec4f { return vec4f(unpack2x16float(a), unpack2x16float(b)); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let part = id.x % 8u;
  let q0 = query[part * 2u];
  let q1 = query[part * 2u + 1u];
  for (var i = 0u; i < 8u; i++) {
    let key = i * 65536u + id.x / 8u;
    let words = keys[key * 8u + part];
    var score = dot(q0, halves(words.x, words.y)) + dot(q1, halves(words.z, words.w));
    for (var mask = 4u; mask > 0u; mask >>= 1u) { score += subgroupShuffleXor(score, mask); }
    if (part == 0u) { scores[key] = score; }
  }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let part = id.x % 4u;
  let q0 = query[part * 4u];
  let q1 = query[part * 4u + 1u];
  let q2 = query[part * 4u + 2u];
  let q3 = query[part * 4u + 3u];
  for (var i = 0u; i < 8u; i++) {
    let key = i * 65536u + id.x / 4u;
    let words = keys[key * 4u + part];
    var score = dot(q0, vec4f(unpack4xI8(words.x))) + dot(q1, vec4f(unpack4xI8(words.y)));
    score += dot(q2, vec4f(unpack4xI8(words.z))) + dot(q3, vec4f(unpack4xI8(words.w)));
    score += subgroupShuffleXor(score, 2u);
    score += subgroupShuffleXor(score, 1u);
    if (part == 0u) { scores[key] = score * scales[key]; }
  }
}
