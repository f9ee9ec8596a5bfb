// name = "a constant array of 16 by a hash, or one in workgroup memory"
// source = "counting: local memory or constants in level 1, or 16 words in 16 banks; Mesa, nir_opt_large_constants: constants are read from memory"
// range = { "ampere-8.6" = [0.7, 4], "rdna3" = [0.7, 5] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const TABLE = array<f32, 16>(0.1, 0.9, 0.3, 0.7, 0.5, 0.2, 0.8, 0.4, 1.1, 1.9, 1.3, 1.7, 1.5, 1.2, 1.8, 1.4);
var<workgroup> shared_table: array<f32, 16>;
fn hash(v: u32) -> u32 { return (v ^ (v >> 7u)) * 2654435761u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var h = hash(id.x + 1u);
  var sum = 0.0;
  for (var i = 0u; i < 256u; i++) { h = hash(h); sum += TABLE[h >> 28u]; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  if lane < 16u { shared_table[lane] = 0.1 * f32(lane); }
  workgroupBarrier();
  var h = hash(id.x + 1u);
  var sum = 0.0;
  for (var i = 0u; i < 256u; i++) { h = hash(h); sum += shared_table[h >> 28u]; }
  output[id.x] = sum;
}
