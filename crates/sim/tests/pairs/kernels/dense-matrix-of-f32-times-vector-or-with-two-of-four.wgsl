// name = "a dense matrix of f32 times a vector, or with two of four weights kept and their places"
// source = "Mishra et al., Accelerating Sparse Deep Neural Networks: half the weights and 2 bits each are read, 16 bytes to 8.5, 1.88 by DRAM; the gathers of the vector from level 1 take 8 lines each and mostly hide; rdna3's read from the Infinity Cache and hide less"
// range = { "ampere-8.6" = [1.4, 1.95], "rdna3" = [1.2, 2.0] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [33554432, 1048576, 32768, 4096]

@group(0) @binding(0) var<storage, read> weights: array<vec4f>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
var<workgroup> sums: array<f32, 256>;
fn add_up(sum: f32, row: u32, lane: u32) {
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) { sums[lane] += sums[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u) { output[row] = sums[0]; }
}
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 2048u; i += 256u) {
    let x = vec4f(vector[i * 4u], vector[i * 4u + 1u], vector[i * 4u + 2u], vector[i * 4u + 3u]);
    sum += dot(weights[group.x * 2048u + i], x);
  }
  add_up(sum, group.x, lane);
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < 1024u; i += 256u) {
    let bits = places[(group.x * 1024u + i) >> 2u] >> ((i & 3u) * 8u);
    let at = i * 8u;
    let x = vec4f(vector[at + (bits & 3u)], vector[at + ((bits >> 2u) & 3u)],
      vector[at + 4u + ((bits >> 4u) & 3u)], vector[at + 4u + ((bits >> 6u) & 3u)]);
    sum += dot(weights[group.x * 1024u + i], x);
  }
  add_up(sum, group.x, lane);
}
