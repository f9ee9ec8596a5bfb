// name = "medians of 3 x 3, or means"
// source = "counting: nine loads each, mostly from level 1; 19 exchanges of two instructions at 64 a clock, beside DRAM"
// range = { "ampere-8.6" = [1.0, 1.7], "rdna3" = [0.95, 1.8] }
// long = true
// slow = [128, 128, 1]
// fast = [128, 128, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const SIZE = 2048u;
fn pixel(x: u32, y: u32) -> f32 { return input[min(y, SIZE - 1u) * SIZE + min(x, SIZE - 1u)]; }

fn order(v: ptr<function, array<f32, 9>>, i: u32, j: u32) {
  let a = (*v)[i];
  let b = (*v)[j];
  (*v)[i] = min(a, b);
  (*v)[j] = max(a, b);
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v: array<f32, 9>;
  for (var i = 0u; i < 9u; i++) { v[i] = pixel(id.x + i % 3u, id.y + i / 3u); }
  order(&v, 1u, 2u); order(&v, 4u, 5u); order(&v, 7u, 8u); order(&v, 0u, 1u); order(&v, 3u, 4u);
  order(&v, 6u, 7u); order(&v, 1u, 2u); order(&v, 4u, 5u); order(&v, 7u, 8u); order(&v, 0u, 3u);
  order(&v, 5u, 8u); order(&v, 4u, 7u); order(&v, 3u, 6u); order(&v, 1u, 4u); order(&v, 2u, 5u);
  order(&v, 4u, 7u); order(&v, 4u, 2u); order(&v, 6u, 4u); order(&v, 4u, 2u);
  output[id.y * SIZE + id.x] = v[4];
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) { sum += pixel(id.x + dx, id.y + dy); }
  }
  output[id.y * SIZE + id.x] = sum / 9.0;
}
