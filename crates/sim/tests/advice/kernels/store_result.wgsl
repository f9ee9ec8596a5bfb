// suggests: store-result
// figure: +global_requests
// before: 480
// after: 480
// buffers: 122880 122880
// slower: it stores now
// results: other, before nothing is stored
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32) -> f32 {
  var y = x;
  for (var k = 0u; k < 100u; k++) { y = fma(y, 0.5, 1.0); }
  return y;
}
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  let y = work(input[id.x]);
  if y < 0.0 { output[id.x] = y; }
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x]); }
