// name = "a transpose through a tile of exchanged columns, or padded"
// source = "counting: x ^ y as the column of a 32 x 32 tile is as free of conflicts as a pitch of 33 (CUTLASS, swizzled layouts)"
// range = { "ampere-8.6" = [0.88, 1.15], "rdna3" = [0.88, 1.15] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
var<workgroup> exchanged: array<f32, 1024>;
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var i = 0u; i < 32u; i += 8u) { exchanged[(local.y + i) * 32u + (local.x ^ (local.y + i))] = input[(group.y * 32u + local.y + i) * N + group.x * 32u + local.x]; }
  workgroupBarrier();
  for (var i = 0u; i < 32u; i += 8u) { output[(group.x * 32u + local.y + i) * N + group.y * 32u + local.x] = exchanged[local.x * 32u + (local.x ^ (local.y + i))]; }
}

var<workgroup> padded: array<f32, 1056>;
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var i = 0u; i < 32u; i += 8u) { padded[(local.y + i) * 33u + local.x] = input[(group.y * 32u + local.y + i) * N + group.x * 32u + local.x]; }
  workgroupBarrier();
  for (var i = 0u; i < 32u; i += 8u) { output[(group.x * 32u + local.y + i) * N + group.y * 32u + local.x] = padded[local.x * 33u + local.y + i]; }
}
