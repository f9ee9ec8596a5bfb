// suggests: scatter
// figure: estimated
// before: 1
// after: 64
// buffers: 262144 64
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;
@group(0) @binding(1) var<storage, read_write> shared_bins: array<atomic<u32>>;

// The start that needs no atomics: each invocation counts what belongs to its own bin.
@compute @workgroup_size(64) fn before(@builtin(global_invocation_id) id: vec3u) {
  var count = bins[id.x];
  for (var k = 0u; k < arrayLength(&input); k++) { if input[k] == id.x { count++; } }
  bins[id.x] = count;
}
var<workgroup> own: array<atomic<u32>, 64>;
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 16u; k++) { atomicAdd(&own[input[k * 16384u + id.x]], 1u); }
  workgroupBarrier();
  if lane < 64u { atomicAdd(&shared_bins[lane], atomicLoad(&own[lane])); }
}
