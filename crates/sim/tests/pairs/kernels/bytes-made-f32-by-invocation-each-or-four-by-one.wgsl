// name = "bytes made f32 by an invocation each, or four by one"
// source = "Harris, CUDA Pro Tip: Increase Performance with Vectorized Memory Access: little is gained once DRAM is the limit (84 MB); four times as many workgroups to begin"
// range = { "ampere-8.6" = [0.95, 1.7], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [256, 256, 1]
// fast = [128, 128, 1]
// buffers = [16777216, 67108864, 67108864]

struct Pixels { words: array<u32>, }
@group(0) @binding(0) var<storage, read> pixels: Pixels;
@group(0) @binding(1) var<storage, read_write> scalars: array<f32>;
@group(0) @binding(2) var<storage, read_write> vectors: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (w.y * n.x + w.x) * 256u + lane;
  let byte = (pixels.words[i / 4u] >> (8u * (i % 4u))) & 0xffu;
  scalars[i] = f32(byte) / 255.0;
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (w.y * n.x + w.x) * 256u + lane;
  vectors[i] = unpack4x8unorm(pixels.words[i]);
}
