// suggests: whole-subgroups
// figure: +lane_efficiency
// untold: partial-subgroups
// before: 640
// after: 330
// buffers: 21120 21120
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(i: u32) {
  var x = input[i];
  for (var k = 0u; k < 100u; k++) { x = fma(x, 0.5, 1.0); }
  output[i] = x;
}
@compute @workgroup_size(33) fn before(@builtin(global_invocation_id) id: vec3u) { work(id.x); }
@compute @workgroup_size(64) fn after(@builtin(global_invocation_id) id: vec3u) { work(id.x); }
