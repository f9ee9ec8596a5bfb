// name = "32768 embeddings of 512 picked from a table of 64 MiB, or of 1 MiB"
// source = "64 MiB written in both, as much read from DRAM, or from level 2, which the writes share: Jia et al., Dissecting the NVIDIA Volta GPU Architecture; the 96 MB behind rdna3's level 2 do not hold both arrays"
// range = { "ampere-8.6" = [1.5, 2.1], "rdna3" = [1.2, 2.2] }
// long = true
// slow = [32768, 1, 1]
// fast = [32768, 1, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> rows: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
fn hash(value: u32) -> u32 {
  var h = (value ^ (value >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return h ^ (h >> 16u);
}
@compute @workgroup_size(128)
fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[group.x * 128u + lane] = rows[(hash(group.x) & 32767u) * 128u + lane];
}
@compute @workgroup_size(128)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  output[group.x * 128u + lane] = rows[(hash(group.x) & 511u) * 128u + lane];
}
