// steps: remainders distances halves streamed
// next: decide-alike, neighbouring-words|fewer-instructions|more-in-flight, fewer-instructions|more-in-flight
// best: streamed
// words: u32
// remainders: 16384
// distances: 16384
// halves: 16384
// streamed: 960
// buffers: 4194304 16384
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> part: array<u32, 256>;

// The tree of most textbooks: every second, fourth, ... lane adds.
@compute @workgroup_size(256)
fn remainders(@builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  for (var step = 1u; step < 256u; step *= 2u) {
    if lane % (2u * step) == 0u { part[lane] += part[lane + step]; }
    workgroupBarrier();
  }
  if lane == 0u { sums[group.x] = part[0]; }
}
// As the finding says: invocation i does what invocation 2 * i did.
@compute @workgroup_size(256)
fn distances(@builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  for (var step = 1u; step < 256u; step *= 2u) {
    let at = 2u * step * lane;
    if at < 256u { part[at] += part[at + step]; }
    workgroupBarrier();
  }
  if lane == 0u { sums[group.x] = part[0]; }
}
fn halve(group: u32, lane: u32) {
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { part[lane] += part[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { sums[group] = part[0]; }
}
// Lane i takes word i.
@compute @workgroup_size(256)
fn halves(@builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  halve(group.x, lane);
}
// Many inputs are added up first: the best rung.
@compute @workgroup_size(256)
fn streamed(@builtin(workgroup_id) group: vec3u, @builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var at = id.x; at < 4194304u; at += 245760u) { sum += input[at]; }
  part[lane] = sum;
  halve(group.x, lane);
}
