// suggests: fewer-instructions
// figure: subgroup_instructions
// before: 480
// after: 480
// buffers: 122880 122880
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

fn mix(x: u32) -> u32 { return ((x ^ (x >> 7u)) * 9u) ^ (x << 3u); }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let x = input[id.x];
  var sum = 0u;
  for (var k = 0u; k < 200u; k++) { sum += mix(x) ^ k; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let x = mix(input[id.x]);
  var sum = 0u;
  for (var k = 0u; k < 200u; k++) { sum += x ^ k; }
  output[id.x] = sum;
}
