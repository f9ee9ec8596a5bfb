// name = "a step of Floyd and Warshall on 4096 nodes, or each distance increased"
// source = "a column's word is one for all lanes, a row's words stay in cache: the matrix is read and written once by either (134 MB)"
// range = { "ampere-8.6" = [0.95, 1.3], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [128, 512, 1]
// fast = [128, 512, 1]
// buffers = [67108864]

@group(0) @binding(0) var<storage, read_write> distance_of: array<u32>;
override NODES = 4096u;
const K = 1000u;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= NODES || id.y >= NODES { return; }
  let i = id.y * NODES + id.x;
  let through = distance_of[id.y * NODES + K] + distance_of[K * NODES + id.x];
  distance_of[i] = min(distance_of[i], through);
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= NODES || id.y >= NODES { return; }
  distance_of[id.y * NODES + id.x] += 1u;
}
