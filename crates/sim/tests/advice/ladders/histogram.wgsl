// steps: one_level copied two_levels
// next: count-in-copies|fewer-atomics, fewer-atomics
// best: two_levels
// words: u32
// one_level: 1024
// copied: 16384
// two_levels: 1024
// buffers: 4194304 16
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

@compute @workgroup_size(256) fn one_level(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 16u; k++) { atomicAdd(&bins[input[k * 262144u + id.x] % 16u], 1u); }
}

var<workgroup> own: array<atomic<u32>, 16>;
// A copy, but little input for each.
@compute @workgroup_size(256)
fn copied(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicAdd(&own[input[id.x] % 16u], 1u);
  workgroupBarrier();
  if lane < 16u { atomicAdd(&bins[lane], atomicLoad(&own[lane])); }
}
@compute @workgroup_size(256)
fn two_levels(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 16u; k++) { atomicAdd(&own[input[k * 262144u + id.x] % 16u], 1u); }
  workgroupBarrier();
  if lane < 16u { atomicAdd(&bins[lane], atomicLoad(&own[lane])); }
}
