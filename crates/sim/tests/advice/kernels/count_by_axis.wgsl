// suggests: known-divisor
// figure: division_instructions
// before: 975
// after: 3 25 13
// buffers: 249600 4
// words: u32
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
// The fourth word is 13.
@group(0) @binding(1) var<uniform> sizes: vec4u;

// 13 planes of 25 rows of 3 workgroups.
fn width() -> u32 { return sizes.w * 60u - 12u; }
fn rows() -> u32 { return sizes.w * 2u - 1u; }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x % width();
  let row = id.x / width() % rows();
  let plane = id.x / width() / rows();
  output[id.x] = plane * 5u + row * 3u + column;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  output[(id.z * rows() + id.y) * width() + id.x] = id.z * 5u + id.y * 3u + id.x;
}
