// name = "an image turned by 30 degrees, or copied"
// source = "texture-less image rotation: a subgroup reads from about 14 lines, which its neighbours find in caches"
// range = { "ampere-8.6" = [1.0, 1.9], "rdna3" = [1.0, 2.5] }
// missed."ampere-8.6" = "a seventh of the pixels is outside of the image and not read, which the range does not allow for"
// missed."rdna3" = "a seventh of the pixels is outside of the image and not read, which the range does not allow for"
// long = true
// slow = [128, 128, 1]
// fast = [128, 128, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
const SIZE = 2048i;
fn pixel(p: vec2i) -> u32 {
  if any(p < vec2i(0)) || any(p >= vec2i(SIZE)) { return 0u; }
  return image[p.y * SIZE + p.x];
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let turn = mat2x2f(0.8660254, 0.5, -0.5, 0.8660254);
  let p = turn * (vec2f(id.xy) - 1024.0) + 1024.0;
  result[id.y * 2048u + id.x] = pixel(vec2i(p));
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  result[id.y * 2048u + id.x] = pixel(vec2i(id.xy));
}
