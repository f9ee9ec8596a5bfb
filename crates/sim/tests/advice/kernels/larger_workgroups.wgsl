// suggests: larger-workgroups
// figure: +occupancy
// before: 1920
// after: 960
// buffers: 64 61440
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// Each step waits for the one before it.
var<workgroup> tile: array<u32, 64>;
fn chase(i: u32, lane: u32) {
  tile[lane] = input[lane % 16u];
  workgroupBarrier();
  var at = i;
  for (var k = 0u; k < 64u; k++) { at = tile[at % 16u] + i; }
  output[i] = at;
}
@compute @workgroup_size(32) fn before(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  chase(id.x, lane);
}
@compute @workgroup_size(64) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  chase(id.x, lane);
}
