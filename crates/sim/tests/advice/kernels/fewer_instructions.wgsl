// suggests: fewer-instructions
// figure: subgroup_instructions
// before: 240 4
// after: 240
// buffers: 122881 245760
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 122881u;
const TAPS = 32u;
// Most instructions make the address of an element, which is the same for each row of results.
fn at(i: u32) -> f32 { return input[((i + 3u) ^ 5u) % N]; }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < TAPS; k++) { sum = fma(f32(k + id.y), at(id.x + k), sum); }
  output[id.y * 61440u + id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f();
  for (var k = 0u; k < TAPS; k++) { sum = fma(vec4f(vec4u(k) + vec4u(0u, 1u, 2u, 3u)), vec4f(at(id.x + k)), sum); }
  for (var row = 0u; row < 4u; row++) { output[row * 61440u + id.x] = sum[row]; }
}
