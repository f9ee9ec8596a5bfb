// suggests: combine-first
// figure: estimated
// said: the lanes of a subgroup with `subgroupMax`
// unsaid: subgroupAdd
// words: u32
// untold: long-tail
// before: 16384
// after: 2048
// buffers: 1048576 2
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> largest: array<atomic<u32>, 2>;

// No compiler knows that nearly all lanes have one address.
const RARE = 0xffffffffu;
@compute @workgroup_size(64) fn before(@builtin(global_invocation_id) id: vec3u) {
  let value = input[id.x];
  atomicMax(&largest[u32(value == RARE)], value);
}

@compute @workgroup_size(64)
fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) at: u32, @builtin(subgroup_invocation_id) lane: u32) {
  var most = 0u;
  for (var k = 0u; k < 8u; k++) {
    let value = input[group.x * 512u + k * 64u + at];
    most = max(most, select(value, 0u, value == RARE));
    if value == RARE { atomicMax(&largest[1], value); }
  }
  let all = subgroupMax(most);
  if lane == 0u { atomicMax(&largest[0], all); }
}
