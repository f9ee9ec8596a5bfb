// suggests: reuse-in-unit
// figure: estimated
// before: 240 4
// after: 240
// buffers: 131072 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

// A line of each request is all that is wanted of it: level 1 keeps none of them until they are wanted again.
const STEP = 8u;
fn part(first: u32, lane: u32, factor: f32) -> f32 {
  var sum = 0.0;
  for (var j = 0u; j < 64u; j++) { sum = fma(input[first + (j * 256u + lane) * STEP], factor, sum); }
  return sum;
}
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[(group.y * 240u + group.x) * 256u + lane] = part(0u, lane, f32(group.y));
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let sum = part(0u, lane, 1.0);
  for (var row = 0u; row < 4u; row++) { output[(row * 240u + group.x) * 256u + lane] = f32(row) * sum; }
}
