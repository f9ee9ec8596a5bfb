// name = "32 features of 8 random neighbours added up, an invocation a node, or a feature"
// source = "Wang et al., GNNAdvisor: lanes along the features; else a sector of 32 bytes is read for each word, from 16 MiB of which level 2 holds a fifth: eightfold; rdna3 lines of 128 bytes for each word, from the 96 MB behind level 2"
// range = { "ampere-8.6" = [4.5, 10], "rdna3" = [8, 38] }
// long = true
// slow = [512, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> features: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn neighbour(node: u32, i: u32) -> u32 {
  let h = (node * 8u + i) * 0x9e3779b1u;
  return ((h ^ (h >> 15u)) * 0x85ebca6bu) >> 15u;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  for (var feature = 0u; feature < 32u; feature++) {
    var sum = 0.0;
    for (var i = 0u; i < 8u; i++) { sum += features[neighbour(id.x, i) * 32u + feature]; }
    output[id.x * 32u + feature] = sum;
  }
}
@compute @workgroup_size(32, 8)
fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let node = group.x * 8u + local.y;
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) { sum += features[neighbour(node, i) * 32u + local.x]; }
  output[node * 32u + local.x] = sum;
}
