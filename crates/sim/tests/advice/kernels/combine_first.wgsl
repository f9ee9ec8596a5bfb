// suggests: combine-first fewer-atomics
// figure: atomic_serializations
// untold: atomics
// before: 120
// after: 120
// buffers: 491520 1
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;

const LANES = 30720u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 16u; j++) { atomicAdd(&total, input[j * LANES + id.x]); }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var sum = 0u;
  for (var j = 0u; j < 16u; j++) { sum += input[j * LANES + id.x]; }
  let all = subgroupAdd(sum);
  if lane == 0u { atomicAdd(&total, all); }
}
