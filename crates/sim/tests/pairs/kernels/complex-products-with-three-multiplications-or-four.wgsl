// name = "complex products with three multiplications, or four"
// source = "Knuth, The Art of Computer Programming 4.6.4: where a sum costs what a product does, and multiply-adds take both, three products and five sums are four instructions where what does not change leaves the loop, six where not; four products are four"
// range = { "ampere-8.6" = [0.95, 1.6], "rdna3" = [0.95, 1.6] }
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [8, 2949120]

@group(0) @binding(0) var<storage, read> factor: vec2f;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = factor + vec2f(f32(id.x), 1.0);
  var z = vec2f(1.0, f32(id.x));
  for (var i = 0u; i < 512u; i++) {
    let k1 = c.x * (z.x + z.y);
    let k2 = z.x * (c.y - c.x);
    let k3 = z.y * (c.x + c.y);
    z = vec2f(k1 - k3, k1 + k2);
  }
  output[id.x] = z;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = factor + vec2f(f32(id.x), 1.0);
  var z = vec2f(1.0, f32(id.x));
  for (var i = 0u; i < 512u; i++) { z = vec2f(z.x * c.x - z.y * c.y, z.x * c.y + z.y * c.x); }
  output[id.x] = z;
}
