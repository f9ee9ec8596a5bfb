// name = "a tree of 1 Mi nodes descended by random keys, or by sorted ones"
// source = "sorted queries of search trees (Harmonia, PPoPP 2019; GPU B-trees): lanes of a subgroup go the same way until the last levels; random ones read a sector, or line, each in six levels of twenty beyond level 1"
// range = { "ampere-8.6" = [3, 12], "rdna3" = [2.5, 14] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194304, 4194304]

@group(0) @binding(0) var<storage, read> tree: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
const LEVELS = 20u;
fn descend(key: u32) -> u32 {
  var node = 0u;
  var level = LEVELS;
  while level > 0u {
    level--;
    let right = (key >> level) & 1u;
    let next = 2u * node + 1u + (right ^ tree[node]);
    if level > 0u { node = next; }
  }
  return node;
}
fn mixed(v: u32) -> u32 {
  var x = v * 747796405u + 2891336453u;
  x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
  return (x >> 22u) ^ x;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  found[id.x] = descend(mixed(id.x) & 0xfffffu);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  found[id.x] = descend(id.x);
}
