// name = "rows of a sparse matrix of random lengths in any order, or the longest first"
// source = "Monakov et al., sliced ELLPACK with rows sorted; count: lengths of 1 to 64, 32.5 on average, of which the longest of 8 rows of a sector is 57 and of 32 lanes 62: 1.75 times the bytes, 1.9 times the passes"
// range = { "ampere-8.6" = [1.4, 2.05], "rdna3" = [1.3, 2.1] }
// long = true
// slow = [256, 1, 1]
// fast = [256, 1, 1]
// buffers = [16777216, 16777216, 262144, 262144]

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> vector: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
fn hash(x: u32) -> u32 {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}
fn product(row: u32, length: u32) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < length; i++) {
    let at = i * 65536u + row;
    sum += values[at] * vector[(columns[at] + row + i) & 65535u];
  }
  return sum;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = product(id.x, (hash(id.x) & 63u) + 1u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = product(id.x, 64u - (id.x >> 10u)); }
