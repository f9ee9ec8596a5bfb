// suggests: more-in-flight
// figure: estimated
// before: 60
// after: 60
// buffers: 983040 15360
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const LANES = 15360u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  var at = id.x;
  for (var k = 0u; k < 64u; k++) {
    sum += input[at];
    if sum >= 0.0 { at += LANES; }
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < 64u; k += 4u) {
    let a = input[id.x + k * LANES];
    let b = input[id.x + (k + 1u) * LANES];
    let c = input[id.x + (k + 2u) * LANES];
    let d = input[id.x + (k + 3u) * LANES];
    sum += a + b + c + d;
  }
  output[id.x] = sum;
}
