// name = "samples times a window from an array, or from cos"
// source = "count of bytes: 12 a sample of DRAM against 8, 154 us against 106 on 8.6, both beside 64 us of rounds; a cosine is hidden; rdna3: 36 us of reads against 18, beside 19 us of rounds"
// range = { "ampere-8.6" = [1.25, 1.55], "rdna3" = [1.3, 2.05] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = samples[id.x] * window[id.x];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = samples[id.x] * (0.5 - 0.5 * cos(f32(id.x) * 1.4980282e-6));
}
