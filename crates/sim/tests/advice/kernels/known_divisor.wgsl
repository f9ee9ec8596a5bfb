// suggests: known-divisor
// figure: division_instructions
// before: 480
// after: 480
// buffers: 122880 122880 4
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
// The fourth word is 13.
@group(0) @binding(2) var<uniform> sizes: vec4u;
override BINS = 13u;

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var x = input[id.x];
  for (var k = 0u; k < 32u; k++) { x = (x * 5u + 1u) % sizes.w; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var x = input[id.x];
  for (var k = 0u; k < 32u; k++) { x = (x * 5u + 1u) % BINS; }
  output[id.x] = x;
}
