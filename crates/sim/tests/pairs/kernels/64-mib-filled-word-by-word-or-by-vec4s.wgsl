// name = "64 MiB filled word by word, or by vec4s"
// source = "as many bytes; four times the workgroups, 364 rounds of 400 to 650 clocks on 8.6, 105 to 166 us beside 190 us of DRAM; rdna3: 26 to 48 us beside 71 us of DRAM or 19 us of the Infinity Cache"
// range = { "ampere-8.6" = [0.97, 1.4], "rdna3" = [0.97, 2.1] }
// long = true
// slow = [65536, 1, 1]
// fast = [16384, 1, 1]
// buffers = [67108864]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(0) var<storage, read_write> output4: array<vec4u>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[group.x * 256u + lane] = 7u;
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output4[group.x * 256u + lane] = vec4u(7u);
}
