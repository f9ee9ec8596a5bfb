// steps: few many together
// next: split-loop, share-loop
// best: together
// words: u32
// few: 32
// many: 256
// together: 256
// buffers: 1048576 256
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

const N = 1048576u;
var<workgroup> counts: array<atomic<u32>, 256>;
fn count(first: u32, step: u32) {
  for (var i = first; i < N; i += step) { atomicAdd(&counts[(input[i] * 16u + i * 7u) % 256u], 1u); }
  workgroupBarrier();
}
// One lane of each workgroup adds what it counted, in few workgroups ...
fn add_alone(lane: u32) {
  if lane == 0u {
    for (var bin = 0u; bin < 256u; bin++) { atomicAdd(&bins[bin], atomicLoad(&counts[bin])); }
  }
}
@compute @workgroup_size(256) fn few(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(id.x, 8192u);
  add_alone(lane);
}
// ... or in many, ...
@compute @workgroup_size(256) fn many(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(id.x, 65536u);
  add_alone(lane);
}
// ... or a bin each.
@compute @workgroup_size(256) fn together(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  count(id.x, 65536u);
  atomicAdd(&bins[lane], atomicLoad(&counts[lane]));
}
