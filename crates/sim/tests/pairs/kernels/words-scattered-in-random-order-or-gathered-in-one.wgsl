// name = "words scattered in a random order, or gathered in one"
// source = "He et al., Efficient Gather and Scatter Operations on Graphics Processors, SC 2007: scatters are slower, by less than 2; a sector a word either way; on RDNA3 the Infinity Cache holds the array"
// range = { "ampere-8.6" = [0.85, 2.2], "rdna3" = [0.7, 2.0] }
// long = true
// slow = [256, 256, 1]
// fast = [256, 256, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> placed: array<u32>;
fn permuted(i: u32) -> u32 {
  var x = i;
  x ^= x >> 11u;
  x = (x * 0x9E3779B1u) & 0xffffffu;
  x ^= x >> 13u;
  x = (x * 0x85EBCA6Bu) & 0xffffffu;
  return x ^ (x >> 12u);
}
fn linear(workgroup: vec3u, lane: u32) -> u32 { return (workgroup.y * 256u + workgroup.x) * 256u + lane; }
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = linear(workgroup, lane);
  placed[permuted(i)] = source[i];
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = linear(workgroup, lane);
  placed[i] = source[permuted(i)];
}
