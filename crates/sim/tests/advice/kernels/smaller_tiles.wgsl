// suggests: smaller-tiles
// figure: +occupancy
// before: 480
// after: 480
// buffers: 256 30720
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// Each step waits for the one before it.
var<workgroup> large: array<u32, 8192>;
var<workgroup> small: array<u32, 256>;
@compute @workgroup_size(64) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 256u; i += 64u) { large[i] = input[i]; }
  workgroupBarrier();
  var at = lane;
  for (var k = 0u; k < 64u; k++) { at = large[at % 16u] + lane; }
  output[group.x * 64u + lane] = at;
}
@compute @workgroup_size(64) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 256u; i += 64u) { small[i] = input[i]; }
  workgroupBarrier();
  var at = lane;
  for (var k = 0u; k < 64u; k++) { at = small[at % 16u] + lane; }
  output[group.x * 64u + lane] = at;
}
