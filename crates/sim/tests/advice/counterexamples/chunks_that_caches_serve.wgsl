// unsaid: step by the workgroup's size
// main: 120
// buffers: 1044480 7680 7680
// Lanes lie far apart, but level 1 has seven of eight words of each when they are asked for: neighbouring lanes at neighbouring words would
// wait for DRAM at each load.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> greatest: array<f32>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * 136u;
  var place = first;
  var most = input[first];
  for (var k = first + 1u; k < (id.x + 1u) * 136u; k++) {
    let value = input[k];
    if value > most { place = k; most = value; }
  }
  places[id.x] = place;
  greatest[id.x] = most;
}
