// name = "1024 keys ranked by counting smaller ones, or sorted bitonically"
// source = "arithmetic: 1024 x 4 comparisons and sums an invocation at 64 integer lanes a clock are 33 k clocks; 55 steps of two exchanges are 6 to 8 k (Batcher; Satish et al., Designing Efficient Sorting Algorithms for Manycore GPUs)"
// range = { "ampere-8.6" = [3, 7.5], "rdna3" = [2, 6] }
// long = true
// slow = [360, 1, 1]
// fast = [360, 1, 1]
// buffers = [1474560]

@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> keys: array<u32, 1024>;
fn key(v: u32, i: u32) -> u32 { return (((v + i) * 2654435761u) & 0xfffffc00u) | i; }
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let base = w.x * 1024u;
  var mine: vec4u;
  for (var j = 0u; j < 4u; j++) {
    mine[j] = key(data[base + j * 256u + lane], j * 256u + lane);
    keys[j * 256u + lane] = mine[j];
  }
  workgroupBarrier();
  var rank = vec4u(0u);
  for (var k = 0u; k < 1024u; k++) {
    let other = keys[k];
    rank += select(vec4u(0u), vec4u(1u), vec4u(other) < mine);
  }
  data[base + rank.x] = mine.x;
  data[base + rank.y] = mine.y;
  data[base + rank.z] = mine.z;
  data[base + rank.w] = mine.w;
}
fn exchange(i: u32, partner: u32, up: bool) {
  let a = keys[i];
  let b = keys[partner];
  if (a > b) == up { keys[i] = b; keys[partner] = a; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) lane: u32) {
  let base = w.x * 1024u;
  for (var i = lane; i < 1024u; i += 256u) { keys[i] = key(data[base + i], i); }
  workgroupBarrier();
  for (var size = 2u; size <= 1024u; size *= 2u) {
    for (var step = size / 2u; step > 0u; step /= 2u) {
      for (var p = lane; p < 512u; p += 256u) {
        let i = 2u * p - (p & (step - 1u));
        exchange(i, i + step, (i & size) == 0u);
      }
      workgroupBarrier();
    }
  }
  for (var i = lane; i < 1024u; i += 256u) { data[base + i] = keys[i]; }
}
