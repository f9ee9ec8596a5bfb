// suggests: combine-first fewer-atomics
// figure: atomic_serializations
// untold: atomics
// before: 120
// after: 120
// buffers: 491520 2
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<atomic<u32>, 2>;

// No compiler knows that nearly all lanes have one address.
const LANES = 30720u;
const RARE = 0xffffffffu;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 16u; j++) {
    let value = input[j * LANES + id.x];
    atomicAdd(&totals[u32(value == RARE)], value);
  }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var sum = 0u;
  for (var j = 0u; j < 16u; j++) {
    let value = input[j * LANES + id.x];
    sum += select(value, 0u, value == RARE);
    if value == RARE { atomicAdd(&totals[1], value); }
  }
  let all = subgroupAdd(sum);
  if lane == 0u { atomicAdd(&totals[0], all); }
}
