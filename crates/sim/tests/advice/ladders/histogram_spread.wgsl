// steps: one_level two_levels
// next: count-in-copies|fewer-atomics
// best: two_levels
// words: u32
// one_level: 16384
// two_levels: 1024
// buffers: 4194304 256
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// Bytes: few lanes of a subgroup meet in one bin, and each update goes to level 2.
fn bin(at: u32) -> u32 { return (input[at] * 16u + at * 7u) & 255u; }
@compute @workgroup_size(256) fn one_level(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&bins[bin(id.x)], 1u); }

var<workgroup> own: array<atomic<u32>, 256>;
@compute @workgroup_size(256)
fn two_levels(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 16u; k++) { atomicAdd(&own[bin(k * 262144u + id.x)], 1u); }
  workgroupBarrier();
  atomicAdd(&bins[lane], atomicLoad(&own[lane]));
}
