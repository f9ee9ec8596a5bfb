// suggests: more-workgroups
// figure: +workgroups
// untold: idle-units
// before: 15
// after: 60
// buffers: 3840 3840
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(i: u32) {
  var x = input[i];
  for (var k = 0u; k < 3000u; k++) { x = fma(x, 0.5, 1.0); }
  output[i] = x;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { work(id.x); }
@compute @workgroup_size(64) fn after(@builtin(global_invocation_id) id: vec3u) { work(id.x); }
