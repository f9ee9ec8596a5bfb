// suggests: combine-first
// figure: estimated
// before: 240
// after: 240
// buffers: 1966080 16
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// Each lane counts for itself in workgroup memory, and adds its counts by itself: on one line with what it reads there.
var<workgroup> own: array<array<u32, 64>, 16>;
fn count(group: u32, lane: u32) {
  for (var k = 0u; k < 128u; k++) { own[input[(group * 128u + k) * 64u + lane]][lane]++; }
}
@compute @workgroup_size(64) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(group.x, lane);
  for (var bin = 0u; bin < 16u; bin++) { atomicAdd(&bins[bin], own[bin][lane]); }
}
@compute @workgroup_size(64)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_invocation_id) place: u32) {
  count(group.x, lane);
  for (var bin = 0u; bin < 16u; bin++) {
    let sum = subgroupAdd(own[bin][lane]);
    if place == 0u { atomicAdd(&bins[bin], sum); }
  }
}
