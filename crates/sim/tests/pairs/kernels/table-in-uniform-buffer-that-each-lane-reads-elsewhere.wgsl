// name = "a table in a uniform buffer that each lane reads elsewhere, or in a storage buffer"
// source = "sebbbi/perftest: 280 against 9.8 ms on RTX 3090, 13.4 against 12.9 ms on RX 5700 XT"
// range = { "ampere-8.6" = [10, 40], "rdna3" = [0.85, 1.25] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [8208, 983040, 8208]

struct Table { first: u32, values: array<vec4f, 512> }
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> table: Table;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = vec4f();
  for (var k = 0u; k < 256u; k++) { v += table.values[lane + k]; }
  y[id.x] = v.x + v.y + v.z + v.w + f32(table.first);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = vec4f();
  for (var k = 0u; k < 256u; k++) { v += x[lane + k]; }
  y[id.x] = v.x + v.y + v.z + v.w + f32(table.first);
}
