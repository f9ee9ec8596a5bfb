// name = "scores of keys in pages of 16 found by a table, or one after the other"
// source = "Kwon et al., PagedAttention (section 7.1: up to a quarter slower attention kernels); pages are 4 KiB that stay whole, and the table's loads hide at full occupancy"
// range = { "ampere-8.6" = [0.95, 1.3], "rdna3" = [0.95, 1.45] }
// long = true
// slow = [512, 1, 1]
// fast = [512, 1, 1]
// buffers = [16777216, 16384, 256, 262144]

enable subgroups;
@group(0) @binding(0) var<storage, read> keys: array<vec4f>;
@group(0) @binding(1) var<storage, read> pages: array<u32>;
@group(0) @binding(2) var<storage, read> query: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
fn add_up(value: f32) -> f32 {
  var sum = value + subgroupShuffleXor(value, 8u);
  sum += subgroupShuffleXor(sum, 4u);
  sum += subgroupShuffleXor(sum, 2u);
  return sum + subgroupShuffleXor(sum, 1u);
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let q = query[lane & 15u];
  for (var i = 0u; i < 8u; i++) {
    let page = group.x * 8u + i;
    let place = (pages[page] + page * 1237u) & 4095u;
    let sum = add_up(dot(q, keys[place * 256u + lane]));
    if ((lane & 15u) == 0u) { output[page * 16u + (lane >> 4u)] = sum; }
  }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let q = query[lane & 15u];
  for (var i = 0u; i < 8u; i++) {
    let page = group.x * 8u + i;
    let sum = add_up(dot(q, keys[page * 256u + lane]));
    if ((lane & 15u) == 0u) { output[page * 16u + (lane >> 4u)] = sum; }
  }
}
