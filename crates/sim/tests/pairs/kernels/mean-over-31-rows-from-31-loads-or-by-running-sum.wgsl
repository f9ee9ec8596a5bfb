// name = "a mean over 31 rows from 31 loads, or by a running sum"
// source = "GPU Gems and NVIDIA's boxFilter sample; level 1 gives 64 bytes a clock: 31 loads are 760 us beside 424 of DRAM, a running sum reads twice and partly from DRAM; RDNA3's level 0 is twice as quick and both are bound by DRAM"
// range = { "ampere-8.6" = [1.0, 2.0], "rdna3" = [0.7, 1.3] }
// long = true
// slow = [128, 508, 1]
// fast = [16, 32, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> blurred: array<f32>;
const WIDTH = 4096u;
const RADIUS = 15u;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k <= 2u * RADIUS; k++) { sum += image[(id.y + k) * WIDTH + id.x]; }
  blurred[(id.y + RADIUS) * WIDTH + id.x] = sum / f32(2u * RADIUS + 1u);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let top = id.y * 127u;
  var sum = 0.0;
  for (var k = 0u; k < 2u * RADIUS; k++) { sum += image[(top + k) * WIDTH + id.x]; }
  var row = top;
  loop {
    if row >= top + 127u { break; }
    sum += image[(row + 2u * RADIUS) * WIDTH + id.x];
    blurred[(row + RADIUS) * WIDTH + id.x] = sum * (1.0 / 31.0);
    sum -= image[row * WIDTH + id.x];
    row++;
  }
}
