// name = "eight random trip counts of a lane in two loops, or flattened into one"
// source = "derived: Aila and Laine, Understanding the Efficiency of Ray Traversal; the longest of 32 exponential counts is 4.06 means, the longest sum of eight is 15.3: 2.1, less the test in each pass"
// range = { "ampere-8.6" = [1.35, 2.1], "rdna3" = [1.4, 2.3] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> result: array<f32>;
fn hash(x: u32) -> u32 {
  var h = x * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return (h >> 22u) ^ h;
}
fn trips(item: u32) -> u32 {
  let uniform_number = (f32(hash(item) >> 8u) + 1.0) / 16777217.0;
  return 1u + u32(-16.0 * log(uniform_number));
}
fn work(x: f32) -> f32 {
  var y = x;
  for (var k = 0; k < 64; k++) { y = fma(y, 0.999, 0.001); }
  return y;
}
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var y = f32(id.x);
  for (var item = 0u; item < 8u; item++) {
    let n = trips(id.x * 8u + item);
    for (var t = 0u; t < n; t++) { y = work(y); }
    y *= 0.5;
  }
  result[id.x] = y;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var y = f32(id.x);
  var item = 0u;
  var left = trips(id.x * 8u);
  while item < 8u {
    y = work(y);
    left -= 1u;
    if left == 0u {
      y *= 0.5;
      item++;
      left = trips(id.x * 8u + item);
    }
  }
  result[id.x] = y;
}
