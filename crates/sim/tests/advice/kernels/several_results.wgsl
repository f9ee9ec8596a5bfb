// suggests: several-results
// unsaid: load a tile
// figure: global_requests
// machine: hopper-9.0
// untold: redundant-loads
// before: 1056
// after: 264
// buffers: 270336 256 270336
@group(0) @binding(0) var<storage, read> places: array<f32>;
@group(0) @binding(1) var<storage, read> bodies: array<f32>;
@group(0) @binding(2) var<storage, read_write> pulls: array<f32>;

// All lanes load the same body: level 1 serves a request in a clock, and so would workgroup memory.
fn pull(body: f32, place: f32) -> f32 {
  let apart = body - place;
  return apart * apart;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let place = places[id.x];
  var sum = 0.0;
  for (var k = 0u; k < 256u; k++) { sum += pull(bodies[k], place); }
  pulls[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * 1024u + lane;
  let a = places[first];
  let b = places[first + 256u];
  let c = places[first + 512u];
  let d = places[first + 768u];
  var sums = vec4f();
  for (var k = 0u; k < 256u; k++) {
    let body = bodies[k];
    sums += vec4f(pull(body, a), pull(body, b), pull(body, c), pull(body, d));
  }
  pulls[first] = sums.x;
  pulls[first + 256u] = sums.y;
  pulls[first + 512u] = sums.z;
  pulls[first + 768u] = sums.w;
}
