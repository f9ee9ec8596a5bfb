// steps: one_address combined streamed
// next: combine-first|fewer-atomics, fewer-instructions|more-in-flight|fewer-atomics|combine-first|fewer-bytes
// best: streamed
// words: u32
// one_address: 16384
// combined: 16384
// streamed: 960
// buffers: 4194304 1
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;

@compute @workgroup_size(256) fn one_address(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&total, input[id.x]); }

// As the finding says: a sum in workgroup memory, then one atomic a workgroup.
var<workgroup> part: array<u32, 256>;
fn combine(lane: u32, value: u32) {
  part[lane] = value;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { part[lane] += part[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { atomicAdd(&total, part[0]); }
}
@compute @workgroup_size(256)
fn combined(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  combine(lane, input[id.x]);
}

// More loads in each invocation, fewer instructions for each element: many are added up first. It is the best rung too.
@compute @workgroup_size(256)
fn streamed(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var at = id.x; at < 4194304u; at += 245760u) { sum += input[at]; }
  combine(lane, sum);
}
