// suggests: decide-alike
// figure: +lane_efficiency
// before: 120
// after: 120
// buffers: 30720 30720
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> tile: array<f32, 264>;
fn long(value: f32) -> f32 {
  var x = value;
  for (var k = 0u; k < 100u; k++) { x = fma(x, 0.5, 1.0); }
  return x;
}
fn longer(value: f32) -> f32 {
  var x = value;
  for (var k = 0u; k < 110u; k++) { x = fma(x, 0.25, 2.0); }
  return x;
}
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = group.x * 256u + lane;
  var x = input[i];
  if i % 2u == 0u { x = long(x); } else { x = longer(x); }
  output[i] = x;
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let kind = lane / 32u % 2u;
  let mine = lane / 64u * 64u + lane % 32u * 2u + kind;
  tile[lane + lane / 32u] = input[group.x * 256u + lane];
  workgroupBarrier();
  var x = tile[mine + mine / 32u];
  if kind == 0u { x = long(x); } else { x = longer(x); }
  tile[mine + mine / 32u] = x;
  workgroupBarrier();
  output[group.x * 256u + lane] = tile[lane + lane / 32u];
}
