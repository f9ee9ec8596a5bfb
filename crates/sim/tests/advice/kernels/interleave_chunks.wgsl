// suggests: interleave
// unsaid: Next: put the values
// figure: global_sectors
// before: 960
// after: 960
// buffers: 1966080 1966080
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

// Eight neighbouring elements for each invocation: no structure.
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 8u; k++) {
    let i = id.x * 8u + k;
    y[i] = 2.0 * x[i] + y[i];
  }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 8u; k++) {
    let i = (group.x * 8u + k) * 256u + lane;
    y[i] = 2.0 * x[i] + y[i];
  }
}
