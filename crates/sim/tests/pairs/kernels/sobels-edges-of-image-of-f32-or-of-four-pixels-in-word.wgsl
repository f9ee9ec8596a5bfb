// name = "Sobel's edges of an image of f32, or of four pixels in a word"
// source = "roofline: a quarter of the bytes; unpacking costs about 30 instructions a pixel, as long as the bytes take"
// range = { "ampere-8.6" = [2.1, 4.1], "rdna3" = [1.9, 4.2] }
// long = true
// slow = [256, 256, 1]
// fast = [64, 256, 1]
// buffers = [67108864, 67108864, 16777216, 16777216]

const SIDE = 4096;
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> edges: array<f32>;
@group(0) @binding(2) var<storage, read> packed: array<u32>;
@group(0) @binding(3) var<storage, read_write> packed_edges: array<u32>;
fn pixel(x: i32, y: i32) -> f32 {
  return image[clamp(y, 0, SIDE - 1) * SIDE + clamp(x, 0, SIDE - 1)];
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  let a = pixel(p.x - 1, p.y - 1); let b = pixel(p.x, p.y - 1); let c = pixel(p.x + 1, p.y - 1);
  let d = pixel(p.x - 1, p.y);                                  let f = pixel(p.x + 1, p.y);
  let g = pixel(p.x - 1, p.y + 1); let h = pixel(p.x, p.y + 1); let i = pixel(p.x + 1, p.y + 1);
  let gx = c + 2.0 * f + i - a - 2.0 * d - g;
  let gy = g + 2.0 * h + i - a - 2.0 * b - c;
  edges[p.y * SIDE + p.x] = sqrt(gx * gx + gy * gy);
}
struct Row { left: vec4f, middle: vec4f, right: vec4f, }
fn four(x: i32, y: i32) -> vec4f {
  return unpack4x8unorm(packed[clamp(y, 0, SIDE - 1) * (SIDE / 4) + clamp(x, 0, SIDE / 4 - 1)]);
}
fn row(x: i32, y: i32) -> Row {
  let before = four(x - 1, y);
  let here = four(x, y);
  let after = four(x + 1, y);
  return Row(vec4f(before.w, here.xyz), here, vec4f(here.yzw, after.x));
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  let above = row(p.x, p.y - 1);
  let here = row(p.x, p.y);
  let below = row(p.x, p.y + 1);
  let gx = above.right + 2.0 * here.right + below.right - above.left - 2.0 * here.left - below.left;
  let gy = below.left + 2.0 * below.middle + below.right - above.left - 2.0 * above.middle - above.right;
  packed_edges[p.y * (SIDE / 4) + p.x] = pack4x8unorm(sqrt(gx * gx + gy * gy));
}
