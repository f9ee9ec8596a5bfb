// name = "a word of level 1 for each lane, or one for all lanes of a workgroup"
// source = "one wavefront of level 1 in both on NVIDIA (Nsight Compute, t-stage); rdna3 reads what is uniform by scalar loads, several words at once, and leaves the vector memory's 64 bytes a clock alone (RDNA3 ISA, SMEM)"
// range = { "ampere-8.6" = [0.9, 1.3], "rdna3" = [1.0, 4.5] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4096, 491520]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) { sum += input[(i * 8u + lane) & 1023u]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) { sum += input[(i * 8u + group.x) & 1023u]; }
  output[id.x] = sum;
}
