// steps: each_workgroup counted
// next: scatter
// best: counted
// words: u32
// each_workgroup: 64
// counted: 32
// buffers: 262144 64
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;
@group(0) @binding(1) var<storage, read_write> added: array<atomic<u32>>;

// Each workgroup looks for what belongs to its bin, ...
var<workgroup> parts: array<u32, 256>;
@compute @workgroup_size(256)
fn each_workgroup(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var count = 0u;
  for (var k = lane; k < 262144u; k += 256u) { count += select(0u, 1u, input[k] == group.x); }
  parts[lane] = count;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { parts[lane] += parts[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { bins[group.x] = parts[0]; }
}
// ... or each input goes to the bin that it belongs to.
var<workgroup> own: array<atomic<u32>, 64>;
@compute @workgroup_size(256)
fn counted(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 32u; k++) { atomicAdd(&own[input[k * 8192u + id.x]], 1u); }
  workgroupBarrier();
  if lane < 64u { atomicAdd(&added[lane], atomicLoad(&own[lane])); }
}
