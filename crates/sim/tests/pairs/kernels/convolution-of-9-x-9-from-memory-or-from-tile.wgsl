// name = "a convolution of 9 x 9 from memory, or from a tile"
// source = "level 1's 64 bytes a clock against 128 of workgroup memory (RRZE gpu-cache; CUDA guide); RDNA: 64 against 128 a compute unit"
// range = { "ampere-8.6" = [1.0, 2.6], "rdna3" = [0.9, 2.6] }
// slow = [32, 128, 1]
// fast = [32, 128, 1]
// buffers = [4259840, 4194304]

const P = 1032u;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> tile: array<f32, 640>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  for (var j = 0u; j < 9u; j++) { for (var i = 0u; i < 9u; i++) { s = fma(x[(id.y + j) * P + id.x + i], 0.01 * f32(i + j), s); } }
  y[id.y * 1024u + id.x] = s;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) at: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var t = lane; t < 640u; t += 256u) { tile[t] = x[(group.y * 8u + t / 40u) * P + group.x * 32u + t % 40u]; }
  workgroupBarrier();
  var s = 0.0;
  for (var j = 0u; j < 9u; j++) { for (var i = 0u; i < 9u; i++) { s = fma(tile[(at.y + j) * 40u + at.x + i], 0.01 * f32(i + j), s); } }
  y[id.y * 1024u + id.x] = s;
}
