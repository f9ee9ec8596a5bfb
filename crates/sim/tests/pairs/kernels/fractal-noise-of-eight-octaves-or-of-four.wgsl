// name = "fractal noise of eight octaves, or of four"
// source = "counting: twice as many calls of the same function, and nothing else of weight"
// range = { "ampere-8.6" = [1.7, 2.1], "rdna3" = [1.6, 2.15] }
// slow = [128, 64, 1]
// fast = [128, 64, 1]
// buffers = [4, 8388608]

@group(0) @binding(1) var<storage, read_write> image: array<f32>;
fn hash(p: vec2u) -> f32 {
  var x = p.x * 1597334677u ^ p.y * 3812015801u;
  x = (x ^ (x >> 15u)) * 2246822519u;
  return f32(x >> 8u) / 16777216.0;
}
fn noise(p: vec2f) -> f32 {
  let cell = vec2u(floor(p));
  let f = fract(p);
  let s = f * f * (3.0 - 2.0 * f);
  let low = mix(hash(cell), hash(cell + vec2u(1, 0)), s.x);
  let high = mix(hash(cell + vec2u(0, 1)), hash(cell + vec2u(1, 1)), s.x);
  return mix(low, high, s.y);
}
fn fractal(p: vec2f, octaves: u32) -> f32 {
  var q = p; var sum = 0.0; var height = 0.5;
  for (var i = 0u; i < octaves; i++) { sum += height * noise(q); q = q * 2.0 + 17.0; height *= 0.5; }
  return sum;
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  image[id.y * 2048u + id.x] = fractal(vec2f(id.xy) * 0.01, 8u);
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  image[id.y * 2048u + id.x] = fractal(vec2f(id.xy) * 0.01, 4u);
}
