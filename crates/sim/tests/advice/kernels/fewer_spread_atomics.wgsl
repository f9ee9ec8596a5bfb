// suggests: fewer-atomics
// figure: estimated
// words: u32
// before: 4096
// after: 256
// buffers: 1048576 1024
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// No two lanes of a subgroup meet, but each asks level 2.
fn bin(at: u32) -> u32 { return (at * 33u + input[at]) % 1024u; }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&bins[bin(id.x)], 1u); }

var<workgroup> own: array<atomic<u32>, 1024>;
@compute @workgroup_size(256)
fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 16u; k++) { atomicAdd(&own[bin(k * 65536u + id.x)], 1u); }
  workgroupBarrier();
  for (var k = lane; k < 1024u; k += 256u) { atomicAdd(&bins[k], atomicLoad(&own[k])); }
}
