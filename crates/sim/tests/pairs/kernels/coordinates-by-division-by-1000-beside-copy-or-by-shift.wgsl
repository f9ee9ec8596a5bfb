// name = "coordinates by division by 1000 beside a copy, or by shift and mask"
// source = "division by a constant is a product and a shift (Granlund and Montgomery, Division by Invariant Integers), hidden by 106 us of DRAM"
// range = { "ampere-8.6" = [0.95, 1.15], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x] * f32(id.x % 1000u) + f32(id.x / 1000u);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x] * f32(id.x & 1023u) + f32(id.x >> 10u);
}
