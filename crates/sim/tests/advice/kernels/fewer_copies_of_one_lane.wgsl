// suggests: fewer-atomics
// said: give each workgroup more inputs, and launch fewer of them
// figure: estimated
// before: 4096
// after: 128
// buffers: 1048576 16
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// One lane adds the copy, one element after the other: it is a copy in workgroup memory all the same.
var<workgroup> own: array<atomic<u32>, 16>;
fn flush(lane: u32) {
  workgroupBarrier();
  if lane == 0u {
    for (var bin = 0u; bin < 16u; bin++) { atomicAdd(&bins[bin], atomicLoad(&own[bin])); }
  }
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicAdd(&own[input[id.x]], 1u);
  flush(lane);
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 32u; k++) { atomicAdd(&own[input[k * 32768u + id.x]], 1u); }
  flush(lane);
}
