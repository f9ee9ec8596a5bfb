// steps: chunks stepped spread
// next: interleave, share-loop
// best: vectors
// chunks: 16
// stepped: 16
// spread: 1024
// vectors: 4096
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(0) var<storage, read> x4: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y4: array<vec4f>;

// A chunk for each invocation, ...
@compute @workgroup_size(256) fn chunks(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 1024u; k++) {
    let i = id.x * 1024u + k;
    y[i] = 2.0 * x[i] + y[i];
  }
}
// ... by steps of the workgroup's size, ...
fn step(group: u32, lane: u32, count: u32) {
  for (var k = 0u; k < count; k++) {
    let i = (group * count + k) * 256u + lane;
    y[i] = 2.0 * x[i] + y[i];
  }
}
@compute @workgroup_size(256) fn stepped(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  step(group.x, lane, 1024u);
}
// ... with fewer results for each.
@compute @workgroup_size(256) fn spread(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  step(group.x, lane, 16u);
}
@compute @workgroup_size(256) fn vectors(@builtin(global_invocation_id) id: vec3u) { y4[id.x] = 2.0 * x4[id.x] + y4[id.x]; }
