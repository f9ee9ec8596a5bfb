// name = "heads and positions exchanged with rows of 64 kept whole, or copied"
// source = "rows of 256 bytes stay whole lines, so as many bytes as a copy (CUDA C++ Best Practices Guide, coalescing); a few instructions for places"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.9, 1.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let d = id.x & 63u;
  let position = (id.x >> 6u) & 4095u;
  let head = id.x >> 18u;
  output[id.x] = input[(position * 16u + head) * 64u + d];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
