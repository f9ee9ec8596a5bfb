// name = "rows of 48 by workgroups of 256 of which 208 lanes idle, or of 64"
// source = "count: 91 rounds of launch and latency, 61 us, against 34, 23 us, beside 20 us of DRAM on 8.6 (RRZE gpu-benches, gpu-stream); rdna3: 43 rounds against 11, 18 us against 5 to 8"
// range = { "ampere-8.6" = [1.4, 3.2], "rdna3" = [1.2, 4.5] }
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [3145728, 3145728]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane < 48u) { output[group.x * 48u + lane] = input[group.x * 48u + lane] * 2.0; }
}
@compute @workgroup_size(64) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane < 48u) { output[group.x * 48u + lane] = input[group.x * 48u + lane] * 2.0; }
}
