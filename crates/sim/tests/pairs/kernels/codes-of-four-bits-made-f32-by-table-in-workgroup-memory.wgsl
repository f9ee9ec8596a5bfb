// name = "codes of four bits made f32 by a table in workgroup memory, or by a product"
// source = "Dettmers et al., QLoRA, 4-bit NormalFloat: 16 values, of which lanes read any without conflict; DRAM takes most of both: 36 bytes for eight reads"
// range = { "ampere-8.6" = [0.95, 1.25], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4194304, 33554432]

@group(0) @binding(0) var<storage, read> codes: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
var<workgroup> table: array<f32, 16>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane < 16u) { table[lane] = (f32(lane) - 8.0) * 0.125; }
  workgroupBarrier();
  let word = codes[id.x];
  var low: vec4f;
  var high: vec4f;
  for (var k = 0u; k < 4u; k++) {
    low[k] = table[(word >> (k * 4u)) & 15u];
    high[k] = table[(word >> (k * 4u + 16u)) & 15u];
  }
  output[id.x * 2u] = low;
  output[id.x * 2u + 1u] = high;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let word = codes[id.x];
  var low: vec4f;
  var high: vec4f;
  for (var k = 0u; k < 4u; k++) {
    low[k] = (f32((word >> (k * 4u)) & 15u) - 8.0) * 0.125;
    high[k] = (f32((word >> (k * 4u + 16u)) & 15u) - 8.0) * 0.125;
  }
  output[id.x * 2u] = low;
  output[id.x * 2u + 1u] = high;
}
