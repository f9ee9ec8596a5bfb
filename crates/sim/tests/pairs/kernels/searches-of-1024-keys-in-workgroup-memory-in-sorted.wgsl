// name = "searches of 1024 keys in workgroup memory in sorted order, or in Eytzinger's"
// source = "Khuong and Morin, Array layouts for comparison-based searching; count of banks: steps of 32 and more meet in one bank (1, 2, 4, 7, 12, 20 ways), then 13, 9, 7, 5: 80 clocks against 18 with each level side by side, and 15 to 30 of instructions"
// range = { "ampere-8.6" = [2, 4.8], "rdna3" = [1.5, 4.2] }
// slow = [240, 1, 1]
// fast = [240, 1, 1]
// buffers = [245760]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> keys: array<u32, 1024>;
fn hash(x: u32) -> u32 {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { keys[i] = i; }
  workgroupBarrier();
  var sum = 0u;
  for (var i = 0u; i < 8u; i++) {
    let key = hash(id.x * 8u + i) & 1023u;
    var place = 0u;
    for (var step = 512u; step > 0u; step >>= 1u) {
      if (keys[place + step - 1u] < key) { place += step; }
    }
    sum += place;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) {
    let level = 31u - countLeadingZeros(max(i, 1u));
    keys[i] = ((2u * (i - (1u << level)) + 1u) << (9u - level)) - 1u;
  }
  workgroupBarrier();
  var sum = 0u;
  for (var i = 0u; i < 8u; i++) {
    let key = hash(id.x * 8u + i) & 1023u;
    var node = 1u;
    for (var level = 0u; level < 10u; level++) {
      node = 2u * node + select(0u, 1u, keys[node] < key);
    }
    sum += node - 1024u;
  }
  output[id.x] = sum;
}
