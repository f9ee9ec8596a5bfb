// name = "Mandelbrot's set with the pixels of a subgroup all over the image, or side by side"
// source = "a subgroup takes the longest lane's passes: a sixth of the pixels need all 256, so that scattered 32 nearly always have one; the mean is about 50"
// range = { "ampere-8.6" = [2.4, 5.2], "rdna3" = [2.4, 5.2] }
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn passes(pixel: u32) -> f32 {
  let c = vec2f(f32(pixel % 512u) / 512.0 * 3.0 - 2.0, f32(pixel / 512u) / 512.0 * 3.0 - 1.5);
  var z = vec2f(0.0);
  var n = 0u;
  while n < 256u && dot(z, z) < 4.0 { z = vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; n++; }
  return f32(n);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { let p = (id.x * 40503u) & 262143u; output[p] = passes(p); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = passes(id.x) + input[0]; }
