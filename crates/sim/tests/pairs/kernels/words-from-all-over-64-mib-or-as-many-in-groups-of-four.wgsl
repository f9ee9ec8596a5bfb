// name = "words from all over 64 MiB, or as many in groups of four"
// source = "counting: a sector of 32 bytes for 4 bytes, or for 16"
// range = { "ampere-8.6" = [2.2, 3.7], "rdna3" = [1.9, 4.2] }
// missed."rdna3" = "1.60: the 96 MB behind level 2 have all of it after the first touch, which the range did not count with"
// long = true
// slow = [16384, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 16777216, 67108864, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> input4: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> output4: array<vec4f>;
fn mix32(v: u32) -> u32 {
  var x = (v ^ (v >> 16u)) * 0x7feb352du;
  x = (x ^ (x >> 15u)) * 0x846ca68bu;
  return x ^ (x >> 16u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[mix32(id.x) & 0xffffffu]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output4[id.x] = input4[mix32(id.x) & 0x3fffffu]; }
