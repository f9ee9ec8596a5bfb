// name = "three planes woven into pixels of three words, a plane after the other, or all three by an invocation"
// source = "CUDA C++ Best Practices Guide, strided accesses; (3 x 256 MiB) / 384 MiB = 2.0, to 3.5 where sectors written in part are filled from DRAM first"
// range = { "ampere-8.6" = [1.6, 3.5], "rdna3" = [1.4, 3.5] }
// long = true
// slow = [65536, 1, 3]
// fast = [65536, 1, 1]
// buffers = [201326592, 201326592]

struct Image { words: array<f32>, }
@group(0) @binding(0) var<storage, read> planes: Image;
@group(0) @binding(1) var<storage, read_write> pixels: Image;
const PIXELS = 16777216u;
@compute @workgroup_size(256)
fn slow(@builtin(global_invocation_id) id: vec3u) {
  let channel = id.z;
  pixels.words[id.x * 3u + channel] = planes.words[channel * PIXELS + id.x] / 255.0;
}
@compute @workgroup_size(256)
fn fast(@builtin(global_invocation_id) id: vec3u) {
  for (var channel = 0u; channel < 3u; channel += 1u) {
    pixels.words[id.x * 3u + channel] = planes.words[channel * PIXELS + id.x] / 255.0;
  }
}
