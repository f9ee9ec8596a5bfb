// suggests: decide-alike
// figure: divergent_branches
// untold: read-twice
// before: 960
// after: 960
// words: u32
// buffers: 245760 245760
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// What is kept of many values depends on the data.
fn value(first: u32, at: u32) -> u32 { return (first * 977u ^ at * 2654435761u) >> 8u; }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let first = input[id.x];
  var best = 0u;
  var place = 0u;
  for (var k = 0u; k < 64u; k++) {
    let at = k * 256u + id.x;
    let found = value(first, at);
    if (found & 3u) == 0u { best += found; place ^= at; best ^= place; }
  }
  output[id.x] = best + place;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let first = input[id.x];
  var best = 0u;
  var place = 0u;
  for (var k = 0u; k < 64u; k++) {
    let at = k * 256u + id.x;
    let found = value(first, at);
    let kept = select(0u, 0xffffffffu, (found & 3u) == 0u);
    place ^= at & kept;
    best = (best + (found & kept)) ^ (place & kept);
  }
  output[id.x] = best + place;
}
