// suggests: decide-alike
// figure: divergent_branches
// words: u32
// before: 480
// after: 240
// buffers: 122880
@group(0) @binding(0) var<storage, read_write> values: array<u32>;

// A step of a bitonic sort: of eight invocations the first four are at work, or all of as many fewer.
fn order(at: u32) {
  let low = min(values[at], values[at + 4u]);
  let high = max(values[at], values[at + 4u]);
  values[at] = low;
  values[at + 4u] = high;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  if (id.x & 4u) == 0u { order(id.x); }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { order((id.x & ~3u) * 2u + (id.x & 3u)); }
