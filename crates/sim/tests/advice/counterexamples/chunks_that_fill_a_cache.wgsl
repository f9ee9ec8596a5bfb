// unsaid: more workgroups
// machine: rdna3
// main: 240
// buffers: 1044480 15360 15360
// Of twice as many workgroups at a time level 1 could not keep what each lane left there: the launch would take three times as long.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> greatest: array<f32>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * 68u;
  var place = first;
  var most = input[first];
  for (var k = first + 1u; k < (id.x + 1u) * 68u; k++) {
    let value = input[k];
    if value > most { place = k; most = value; }
  }
  places[id.x] = place;
  greatest[id.x] = most;
}
