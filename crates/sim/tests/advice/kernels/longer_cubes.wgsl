// suggests: longer-rows
// machine: apple-m2
// figure: global_sectors
// before: 16 16 16
// after: 2 32 16
// buffers: 262144 262144
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// A stencil in three dimensions, whose first workgroup lies at the edge: rows of four.
const N = 64u;
fn around(id: vec3u) {
  if any(id == vec3u(0u)) || any(id >= vec3u(N - 1u)) { return; }
  let at = (id.z * N + id.y) * N + id.x;
  output[at] = input[at - 1u] + input[at + 1u] + input[at - N] + input[at + N] + input[at - N * N] + input[at + N * N];
}
@compute @workgroup_size(4, 4, 4) fn before(@builtin(global_invocation_id) id: vec3u) { around(id); }
@compute @workgroup_size(32, 2, 4) fn after(@builtin(global_invocation_id) id: vec3u) { around(id); }
