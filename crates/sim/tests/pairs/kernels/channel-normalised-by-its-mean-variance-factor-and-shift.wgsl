// name = "a channel normalised by its mean, variance, factor and shift, or by a factor and a shift"
// source = "folding batch normalisation, as in TensorRT: a root, a division and two loads from level 1 hide behind the 36 clocks of DRAM that 32 elements take"
// range = { "ampere-8.6" = [0.95, 1.2], "rdna3" = [0.95, 1.25] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 1024]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> parameters: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let channel = (id.x >> 12u) & 63u;
  let scaled = (input[id.x] - parameters[channel]) / sqrt(parameters[64u + channel] + 0.00001);
  output[id.x] = scaled * parameters[128u + channel] + parameters[192u + channel];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let channel = (id.x >> 12u) & 63u;
  output[id.x] = input[id.x] * parameters[128u + channel] + parameters[192u + channel];
}
