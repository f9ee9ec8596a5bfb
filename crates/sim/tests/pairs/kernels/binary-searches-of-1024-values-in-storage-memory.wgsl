// name = "binary searches of 1024 values in storage memory, or in workgroup memory"
// source = "counting: ten loads that wait for each other, 39 or 29 clocks and 32 lanes all over 32 lines or banks (RRZE gpu-benches, gpu-strides); RDNA's level 0 takes 73 and 20"
// range = { "ampere-8.6" = [0.8, 2.4], "rdna3" = [0.9, 4] }
// missed."rdna3" = "0.34: the middles of a search are powers of two apart and meet in few banks, ten wavefronts a request, which the range did not count"
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4096, 983040]

@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn hash(v: u32) -> u32 { var x = v * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
var<workgroup> cached: array<u32, 1024>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var n = 0u; n < 16u; n++) {
    let key = hash(id.x * 16u + n) & 16383u;
    var low = 0u;
    var high = 1024u;
    while low + 1u < high {
      let middle = (low + high) / 2u;
      if table[middle] + middle * 16u <= key { low = middle; } else { high = middle; }
    }
    sum += low;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { cached[i] = table[i]; }
  workgroupBarrier();
  var sum = 0u;
  for (var n = 0u; n < 16u; n++) {
    let key = hash(id.x * 16u + n) & 16383u;
    var low = 0u;
    var high = 1024u;
    while low + 1u < high {
      let middle = (low + high) / 2u;
      if cached[middle] + middle * 16u <= key { low = middle; } else { high = middle; }
    }
    sum += low;
  }
  output[id.x] = sum;
}
