// name = "a mean over 5 x 5 whose radius is in a uniform buffer, or a constant"
// source = "CUDA C++ Best Practices Guide, loop unrolling: the loop's own instructions and each load's wait, hidden by full occupancy"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [1.0, 2.5] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [4194304, 4194304, 16]

struct Params { radius: i32, width: i32, height: i32, pad: i32, }
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
const SIZE = 1024i;
const RADIUS = 2i;
fn pixel(x: i32, y: i32) -> f32 { return image[clamp(y, 0, SIZE - 1) * SIZE + clamp(x, 0, SIZE - 1)]; }
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  let radius = params.radius + 2;
  var sum = 0.0;
  for (var dy = -radius; dy <= radius; dy++) { for (var dx = -radius; dx <= radius; dx++) { sum += pixel(p.x + dx, p.y + dy); } }
  result[p.y * SIZE + p.x] = sum / 25.0;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  var sum = 0.0;
  for (var dy = -RADIUS; dy <= RADIUS; dy++) { for (var dx = -RADIUS; dx <= RADIUS; dx++) { sum += pixel(p.x + dx, p.y + dy); } }
  result[p.y * SIZE + p.x] = sum / 25.0;
}
