// suggests: share-loop
// said: while neighbouring lanes along x keep neighbouring elements
// figure: estimated
// before: 8
// after: 32 16
// buffers: 4194304 2048
// words: u32
@group(0) @binding(0) var<storage, read> matrix: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;

// The sums of a matrix's columns: lanes of a subgroup that shared one would lie rows apart.
const N = 2048u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var row = 0u; row < N; row++) { sum += matrix[row * N + id.x]; }
  atomicAdd(&sums[id.x], sum);
}
@compute @workgroup_size(64, 4) fn after(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var row = id.y; row < N; row += 64u) { sum += matrix[row * N + id.x]; }
  atomicAdd(&sums[id.x], sum);
}
