// suggests: count-in-copies fewer-atomics
// figure: estimated
// before: 960
// after: 60
// buffers: 245760 4
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 4>;

var<workgroup> own: array<atomic<u32>, 4>;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&bins[input[id.x] % 4u], 1u); }
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = lane; k < 4096u; k += 256u) { atomicAdd(&own[input[group.x * 4096u + k] % 4u], 1u); }
  workgroupBarrier();
  if lane < 4u { atomicAdd(&bins[lane], atomicLoad(&own[lane])); }
}
