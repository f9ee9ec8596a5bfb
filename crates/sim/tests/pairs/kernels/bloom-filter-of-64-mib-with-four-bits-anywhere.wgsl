// name = "a Bloom filter of 64 MiB with four bits anywhere, or in one block of 16 bytes"
// source = "Putze et al., Cache-, Hash- and Space-Efficient Bloom Filters: four random sectors a query, or one; beside an answer of a word: 132 bytes against 36; rdna3's 96 MB behind level 2 answer after the first touch, in lines of 64 or 128 bytes"
// range = { "ampere-8.6" = [2.7, 4.1], "rdna3" = [1.1, 4.2] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 4194304]

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(0) var<storage, read> blocks: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
fn hash(value: u32) -> u32 {
  var h = (value ^ (value >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return h ^ (h >> 16u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var all = 1u;
  for (var i = 0u; i < 4u; i++) {
    let h = hash(id.x * 4u + i);
    all &= words[h >> 8u] >> (h & 31u);
  }
  found[id.x] = all;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let h = hash(id.x * 4u);
  let bits = hash(h);
  let block = blocks[h >> 10u] >> (vec4u(bits, bits >> 5u, bits >> 10u, bits >> 15u) & vec4u(31u));
  found[id.x] = block.x & block.y & block.z & block.w & 1u;
}
