// name = "ChaCha of twenty rounds, or of eight"
// source = "operations: 960 + 32 against 384 + 32 a block, all integers; RFC 8439"
// range = { "ampere-8.6" = [2.1, 2.5], "rdna3" = [2.1, 2.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [3932160, 32]

struct Key { low: vec4u, high: vec4u, }
@group(0) @binding(0) var<storage, read_write> digests: array<vec4u>;
@group(0) @binding(1) var<uniform> key: Key;
struct State { a: vec4u, b: vec4u, c: vec4u, d: vec4u, }
fn rotate(x: vec4u, n: u32) -> vec4u { return (x << vec4u(n)) | (x >> vec4u(32u - n)); }
fn quarter(s: ptr<function, State>) {
  (*s).a += (*s).b; (*s).d = rotate((*s).d ^ (*s).a, 16u);
  (*s).c += (*s).d; (*s).b = rotate((*s).b ^ (*s).c, 12u);
  (*s).a += (*s).b; (*s).d = rotate((*s).d ^ (*s).a, 8u);
  (*s).c += (*s).d; (*s).b = rotate((*s).b ^ (*s).c, 7u);
}
fn block(counter: u32, nonce: u32, rounds: u32) -> vec4u {
  let start = State(vec4u(0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u), key.low, key.high, vec4u(counter, nonce, 0u, 0u));
  var s = start;
  for (var r = 0u; r < rounds; r += 2u) {
    quarter(&s);
    s.b = s.b.yzwx; s.c = s.c.zwxy; s.d = s.d.wxyz;
    quarter(&s);
    s.b = s.b.wxyz; s.c = s.c.zwxy; s.d = s.d.yzwx;
  }
  return (s.a + start.a) ^ (s.b + start.b) ^ (s.c + start.c) ^ (s.d + start.d);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var digest = vec4u(0u);
  for (var n = 0u; n < 8u; n++) { digest ^= block(n, id.x, 20u); }
  digests[id.x] = digest;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var digest = vec4u(0u);
  for (var n = 0u; n < 8u; n++) { digest ^= block(n, id.x, 8u); }
  digests[id.x] = digest;
}
