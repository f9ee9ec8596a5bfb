// suggests: tile
// figure: estimated
// unsaid: step by the workgroup's size
// before: 32 32
// after: 32 32
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// Each invocation fills sectors one word a pass, and more of them are under way than level 2 holds.
const N = 2048u;
@compute @workgroup_size(64) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) {
    output[(group.x * 64u + lane) * N + group.y * 64u + i] = input[(group.y * 64u + i) * N + group.x * 64u + lane];
  }
}
var<workgroup> tile: array<array<f32, 65>, 64>;
@compute @workgroup_size(64) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 64u; i++) { tile[i][lane] = input[(group.y * 64u + i) * N + group.x * 64u + lane]; }
  workgroupBarrier();
  for (var i = 0u; i < 64u; i++) { output[(group.x * 64u + i) * N + group.y * 64u + lane] = tile[lane][i]; }
}
