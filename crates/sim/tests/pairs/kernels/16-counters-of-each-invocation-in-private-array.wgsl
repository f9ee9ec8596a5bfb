// name = "16 counters of each invocation in a private array, or in workgroup memory"
// source = "CUDA C++ Programming Guide, local memory: arrays indexed by data lie in local memory, in level 1 here; Mesa lays such arrays in scratch memory or in registers"
// range = { "ampere-8.6" = [1.0, 4], "rdna3" = [0.9, 12] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn hash(v: u32) -> u32 { return (v ^ (v >> 7u)) * 2654435761u; }
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var counts: array<u32, 16>;
  var h = hash(id.x + 1u);
  for (var i = 0u; i < 256u; i++) { h = hash(h); counts[h >> 28u] += 1u; }
  var most = 0u;
  for (var i = 0u; i < 16u; i++) { most = max(most, counts[i]); }
  output[id.x] = most;
}
var<workgroup> all: array<array<u32, 64>, 16>;
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 16u; i++) { all[i][lane] = 0u; }
  var h = hash(id.x + 1u);
  for (var i = 0u; i < 256u; i++) { h = hash(h); all[h >> 28u][lane] += 1u; }
  var most = 0u;
  for (var i = 0u; i < 16u; i++) { most = max(most, all[i][lane]); }
  output[id.x] = most;
}
