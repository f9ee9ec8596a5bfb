// suggests: fewer-atomics
// figure: estimated
// unsaid: keep N copies of each element
// before: 4096
// after: 128
// buffers: 1048576 64
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// Each workgroup adds its copy for few inputs: lanes meet in the copies more often than where it takes the time.
var<workgroup> own: array<atomic<u32>, 64>;
fn flush(lane: u32) {
  workgroupBarrier();
  if lane < 64u { atomicAdd(&bins[lane], atomicLoad(&own[lane])); }
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicAdd(&own[input[id.x]], 1u);
  flush(lane);
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 32u; k++) { atomicAdd(&own[input[k * 32768u + id.x]], 1u); }
  flush(lane);
}
