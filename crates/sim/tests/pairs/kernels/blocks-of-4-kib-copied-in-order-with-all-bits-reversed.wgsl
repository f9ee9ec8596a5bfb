// name = "blocks of 4 KiB copied in an order with all bits reversed, or one after the other"
// source = "counting: whole pages' parts of 4 KiB are still read at once; the order of blocks hardly matters to DRAM"
// range = { "ampere-8.6" = [0.93, 1.3], "rdna3" = [0.93, 1.3] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = reverseBits(group.x) >> 20u;
  output[block * 256u + lane] = input[block * 256u + lane];
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[group.x * 256u + lane] = input[group.x * 256u + lane];
}
