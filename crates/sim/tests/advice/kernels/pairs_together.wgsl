// suggests: decide-alike
// figure: divergent_branches
// words: u32
// before: 480
// after: 240
// buffers: 122880
@group(0) @binding(0) var<storage, read_write> values: array<u32>;

fn key(value: u32) -> u32 {
  var mixed = value;
  for (var round = 0u; round < 16u; round++) { mixed = mixed * 1664525u + 1013904223u; }
  return mixed;
}
// A step of a bitonic sort, by a key that takes time: of eight invocations the first four are at work, or all of as many fewer.
fn order(at: u32) {
  let pair = vec2u(values[at], values[at + 4u]);
  let ordered = select(pair.yx, pair, key(pair.x) <= key(pair.y));
  values[at] = ordered.x;
  values[at + 4u] = ordered.y;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  if (id.x & 4u) == 0u { order(id.x); }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { order((id.x & ~3u) * 2u + (id.x & 3u)); }
