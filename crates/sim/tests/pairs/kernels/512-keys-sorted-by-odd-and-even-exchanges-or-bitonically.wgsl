// name = "512 keys sorted by odd and even exchanges, or bitonically"
// source = "counting: 512 steps of a comparison and a barrier, against 45 (Batcher)"
// range = { "ampere-8.6" = [6, 13], "rdna3" = [6, 13] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> keys: array<u32, 512>;
fn order(i: u32, j: u32, up: bool) {
  let a = keys[i];
  let b = keys[j];
  if (a > b) == up { keys[i] = b; keys[j] = a; }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  keys[lane] = (lane + 1u) * 2654435761u ^ group.x;
  keys[lane + 256u] = (lane + 300u) * 2246822519u ^ group.x;
  workgroupBarrier();
  for (var step = 0u; step < 512u; step++) {
    let i = lane * 2u + (step & 1u);
    if i < 511u { order(i, i + 1u, true); }
    workgroupBarrier();
  }
  output[group.x * 512u + lane] = keys[lane];
  output[group.x * 512u + lane + 256u] = keys[lane + 256u];
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  keys[lane] = (lane + 1u) * 2654435761u ^ group.x;
  keys[lane + 256u] = (lane + 300u) * 2246822519u ^ group.x;
  workgroupBarrier();
  for (var k = 2u; k <= 512u; k *= 2u) {
    for (var j = k / 2u; j > 0u; j /= 2u) {
      let i = (lane & (j - 1u)) + ((lane & ~(j - 1u)) << 1u);
      order(i, i + j, (i & k) == 0u);
      workgroupBarrier();
    }
  }
  output[group.x * 512u + lane] = keys[lane];
  output[group.x * 512u + lane + 256u] = keys[lane + 256u];
}
