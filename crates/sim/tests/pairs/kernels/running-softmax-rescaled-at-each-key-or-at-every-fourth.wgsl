// name = "a running softmax rescaled at each key, or at every fourth"
// source = "Dao, FlashAttention-2 (fewer operations that are no products); count: 48 multiply-adds and products, 2 exponentials and 5 others a key against 36, 1.25 and 6; the 8 vec4s a key from workgroup memory, 32 clocks of 128 bytes on 8.6, hide much of it"
// range = { "ampere-8.6" = [1.0, 1.5], "rdna3" = [1.05, 1.6] }
// missed."rdna3" = "1.03: both wait for the vec4 that workgroup memory returns in four clocks, which the range left out"
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4096, 4096, 1966080]

@group(0) @binding(0) var<storage, read> keys: array<vec4f>;
@group(0) @binding(1) var<storage, read> values: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> output: array<vec4f>;
var<workgroup> ks: array<vec4f, 256>;
var<workgroup> vs: array<vec4f, 256>;
fn score(a: vec4f, b: vec4f, c: vec4f, d: vec4f, key: u32) -> f32 {
  return dot(a, ks[key * 4u]) + dot(b, ks[key * 4u + 1u]) + dot(c, ks[key * 4u + 2u]) + dot(d, ks[key * 4u + 3u]);
}
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 256u; i += 64u) { ks[i] = keys[i]; vs[i] = values[i]; }
  workgroupBarrier();
  let a = vec4f(f32(id.x) * 1e-4, 0.1, 0.2, 0.3); let b = a * 0.5; let c = a * 0.25; let d = a * 0.125;
  var o0 = vec4f(0.0); var o1 = vec4f(0.0); var o2 = vec4f(0.0); var o3 = vec4f(0.0);
  var most = -1e30;
  var total = 0.0;
  for (var key = 0u; key < 64u; key++) {
    let s = score(a, b, c, d, key);
    let next = max(most, s);
    let scale = exp(most - next);
    let p = exp(s - next);
    total = total * scale + p;
    o0 = o0 * scale + p * vs[key * 4u]; o1 = o1 * scale + p * vs[key * 4u + 1u];
    o2 = o2 * scale + p * vs[key * 4u + 2u]; o3 = o3 * scale + p * vs[key * 4u + 3u];
    most = next;
  }
  let f = 1.0 / total;
  output[id.x * 4u] = o0 * f; output[id.x * 4u + 1u] = o1 * f; output[id.x * 4u + 2u] = o2 * f; output[id.x * 4u + 3u] = o3 * f;
}
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 256u; i += 64u) { ks[i] = keys[i]; vs[i] = values[i]; }
  workgroupBarrier();
  let a = vec4f(f32(id.x) * 1e-4, 0.1, 0.2, 0.3); let b = a * 0.5; let c = a * 0.25; let d = a * 0.125;
  var o0 = vec4f(0.0); var o1 = vec4f(0.0); var o2 = vec4f(0.0); var o3 = vec4f(0.0);
  var most = -1e30;
  var total = 0.0;
  for (var key = 0u; key < 64u; key += 4u) {
    let s = vec4f(score(a, b, c, d, key), score(a, b, c, d, key + 1u), score(a, b, c, d, key + 2u), score(a, b, c, d, key + 3u));
    let next = max(most, max(max(s.x, s.y), max(s.z, s.w)));
    let scale = exp(most - next);
    let p = exp(s - next);
    total = total * scale + (p.x + p.y) + (p.z + p.w);
    let at = key * 4u;
    o0 = o0 * scale + p.x * vs[at] + p.y * vs[at + 4u] + p.z * vs[at + 8u] + p.w * vs[at + 12u];
    o1 = o1 * scale + p.x * vs[at + 1u] + p.y * vs[at + 5u] + p.z * vs[at + 9u] + p.w * vs[at + 13u];
    o2 = o2 * scale + p.x * vs[at + 2u] + p.y * vs[at + 6u] + p.z * vs[at + 10u] + p.w * vs[at + 14u];
    o3 = o3 * scale + p.x * vs[at + 3u] + p.y * vs[at + 7u] + p.z * vs[at + 11u] + p.w * vs[at + 15u];
    most = next;
  }
  let f = 1.0 / total;
  output[id.x * 4u] = o0 * f; output[id.x * 4u + 1u] = o1 * f; output[id.x * 4u + 2u] = o2 * f; output[id.x * 4u + 3u] = o3 * f;
}
