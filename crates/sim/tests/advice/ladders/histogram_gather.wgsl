// steps: each_lane counted
// next: scatter
// best: counted
// words: u32
// each_lane: 1
// counted: 32
// buffers: 262144 64
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;
@group(0) @binding(1) var<storage, read_write> added: array<atomic<u32>>;

// Each invocation looks for what belongs to its bin, ...
@compute @workgroup_size(64) fn each_lane(@builtin(global_invocation_id) id: vec3u) {
  var count = 0u;
  for (var k = 0u; k < 262144u; k++) { count += select(0u, 1u, input[k] == id.x); }
  bins[id.x] = count;
}
// ... or each input goes to the bin that it belongs to.
var<workgroup> own: array<atomic<u32>, 64>;
@compute @workgroup_size(256)
fn counted(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 32u; k++) { atomicAdd(&own[input[k * 8192u + id.x]], 1u); }
  workgroupBarrier();
  if lane < 64u { atomicAdd(&added[lane], atomicLoad(&own[lane])); }
}
