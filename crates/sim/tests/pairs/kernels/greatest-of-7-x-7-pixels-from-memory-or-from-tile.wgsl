// name = "the greatest of 7 x 7 pixels from memory, or from a tile"
// source = "count: 49 reads of two clocks at level 1 against one each in workgroup memory, 75 us against 40 to 50 with the tile's phases on 8.6, 27 us of DRAM beside; on rdna3 level 0 and workgroup memory hand out as much a clock"
// range = { "ampere-8.6" = [1.0, 2.1], "rdna3" = [0.8, 2.2] }
// long = true
// slow = [32, 128, 1]
// fast = [32, 128, 1]
// buffers = [4243600, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 532>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var most = 0.0;
  for (var y = 0u; y < 7u; y++) {
    for (var x = 0u; x < 7u; x++) { most = max(most, input[(id.y + y) * 1030u + id.x + x]); }
  }
  output[id.y * 1024u + id.x] = most;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 532u; i += 256u) {
    tile[i] = input[(group.y * 8u + i / 38u) * 1030u + group.x * 32u + i % 38u];
  }
  workgroupBarrier();
  var most = 0.0;
  for (var y = 0u; y < 7u; y++) {
    for (var x = 0u; x < 7u; x++) { most = max(most, tile[(local.y + y) * 38u + local.x + x]); }
  }
  output[id.y * 1024u + id.x] = most;
}
