// steps: one_level copied many
// next: fewer-atomics|longer-rows, fewer-atomics|longer-rows
// best: many
// words: u32
// one_level: 128 64
// copied: 128 64
// many: 16 16
// buffers: 2097152 768
@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// Three channels of an image of 2048 x 1024: a histogram of 256 elements for each.
fn channel(at: u32, which: u32) -> u32 { return which * 256u + ((image[at] * 16u + at * (7u + which)) & 255u); }
@compute @workgroup_size(16, 16) fn one_level(@builtin(global_invocation_id) id: vec3u) {
  for (var which = 0u; which < 3u; which++) { atomicAdd(&bins[channel(id.y * 2048u + id.x, which)], 1u); }
}

var<workgroup> own: array<atomic<u32>, 768>;
fn count(at: u32) {
  for (var which = 0u; which < 3u; which++) { atomicAdd(&own[channel(at, which)], 1u); }
}
fn add_up(lane: u32) {
  workgroupBarrier();
  for (var i = lane; i < 768u; i += 256u) { atomicAdd(&bins[i], atomicLoad(&own[i])); }
}
// A copy for as many inputs as a workgroup has invocations: most of the atomics are those that add it up.
@compute @workgroup_size(16, 16)
fn copied(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(id.y * 2048u + id.x);
  add_up(lane);
}
@compute @workgroup_size(16, 16)
fn many(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var y = id.y; y < 1024u; y += 256u) {
    for (var x = id.x; x < 2048u; x += 256u) { count(y * 2048u + x); }
  }
  add_up(lane);
}
