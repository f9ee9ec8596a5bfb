// name = "eight values of an array sorted by insertion, or by a network"
// source = "CUDA C++ Best Practices Guide, local memory: an array indexed by data is in memory; 19 exchanges of a minimum and a maximum (Knuth, volume 3)"
// range = { "ampere-8.6" = [3, 16], "rdna3" = [3, 22] }
// missed."ampere-8.6" = "the loop that is left early takes its counter along, which the estimate takes for known after it, and one such index puts the whole array in memory (NVIDIA) or makes each access a choice of eight (Mesa): the estimate has it in registers"
// missed."rdna3" = "the loop that is left early takes its counter along, which the estimate takes for known after it, and one such index puts the whole array in memory (NVIDIA) or makes each access a choice of eight (Mesa): the estimate has it in registers"
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 491520]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
const N = 8;
fn fill(values: ptr<function, array<u32, 8>>, seed: u32) {
  var x = seed;
  for (var i = 0; i < N; i++) { x = x * 747796405u + 2891336453u; (*values)[i] = x >> 8u; }
}
fn insertion(values: ptr<function, array<u32, 8>>) {
  for (var i = 1; i < N; i++) {
    let key = (*values)[i];
    var j = i - 1;
    while j >= 0 {
      if (*values)[j] <= key { break; }
      (*values)[j + 1] = (*values)[j];
      j--;
    }
    (*values)[j + 1] = key;
  }
}
fn exchange(v: ptr<function, array<u32, 8>>, a: i32, b: i32) {
  let low = min((*v)[a], (*v)[b]);
  (*v)[b] = max((*v)[a], (*v)[b]);
  (*v)[a] = low;
}
fn network(v: ptr<function, array<u32, 8>>) {
  exchange(v, 0, 2); exchange(v, 1, 3); exchange(v, 4, 6); exchange(v, 5, 7);
  exchange(v, 0, 4); exchange(v, 1, 5); exchange(v, 2, 6); exchange(v, 3, 7);
  exchange(v, 0, 1); exchange(v, 2, 3); exchange(v, 4, 5); exchange(v, 6, 7);
  exchange(v, 2, 4); exchange(v, 3, 5);
  exchange(v, 1, 4); exchange(v, 3, 6);
  exchange(v, 1, 2); exchange(v, 3, 4); exchange(v, 5, 6);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var values: array<u32, 8>;
  var sum = id.x;
  for (var turn = 0; turn < 16; turn++) { fill(&values, sum); insertion(&values); sum += values[0] ^ values[4]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var values: array<u32, 8>;
  var sum = id.x;
  for (var turn = 0; turn < 16; turn++) { fill(&values, sum); network(&values); sum += values[0] ^ values[4]; }
  output[id.x] = sum;
}
