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

@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var sum = 0u;
  for (var k = 0u; k < 64u; k++) { sum += (x + k * 3u) / sizes.w * 7u + (x + k * 3u) % sizes.w; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var sum = 0u;
  var quotient = x / sizes.w;
  var remainder = x % sizes.w;
  for (var k = 0u; k < 64u; k++) {
    sum += quotient * 7u + remainder;
    remainder += 3u;
    let over = remainder >= sizes.w;
    remainder -= select(0u, sizes.w, over);
    quotient += u32(over);
  }
  output[id.x] = sum;
}
