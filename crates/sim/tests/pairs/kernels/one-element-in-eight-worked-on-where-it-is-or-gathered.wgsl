// name = "one element in eight worked on where it is, or gathered in a queue of its workgroup first"
// source = "Billeter et al., Efficient Stream Compaction; count: all eight subgroups pass the loop against one, less the queue, its barriers and the fewer subgroups that hide latencies (6 of a unit's 48)"
// range = { "ampere-8.6" = [3.5, 7.8], "rdna3" = [2.5, 8] }
// missed."ampere-8.6" = "3.36: the range left out the start, 2.1 us of both; 4.7 without"
// slow = [720, 1, 1]
// fast = [720, 1, 1]
// buffers = [737280]

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<workgroup> length: atomic<u32>;
var<workgroup> queue: array<u32, 256>;
fn work(x: u32) -> f32 {
  var v = vec4f(f32(x), 1.0, 2.0, 3.0);
  for (var i = 0u; i < 128u; i++) { v = v * 0.99 + 0.5; }
  return v.x + v.y + v.z + v.w;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let mine = (((id.x >> 3u) * 5u) & 7u) == (id.x & 7u);
  if (mine) { output[id.x] = work(id.x); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let mine = (((id.x >> 3u) * 5u) & 7u) == (id.x & 7u);
  if (mine) { queue[atomicAdd(&length, 1u)] = id.x; }
  workgroupBarrier();
  let place = (lane + 32u * group.x) & 255u;
  if (place < atomicLoad(&length)) { let x = queue[place]; output[x] = work(x); }
}
