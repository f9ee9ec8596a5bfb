// steps: straight tiled
// next: tile
// best: padded
// straight: 64 64
// tiled: 64 64
// padded: 64 64
// buffers: 4194304 4194304
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const N = 2048u;
@compute @workgroup_size(32, 8) fn straight(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + local.x) * N + group.y * 32u + j] = input[(group.y * 32u + j) * N + group.x * 32u + local.x];
  }
}
var<workgroup> plain: array<f32, 1024>;
@compute @workgroup_size(32, 8)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    plain[j * 32u + local.x] = input[(group.y * 32u + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + j) * N + group.y * 32u + local.x] = plain[local.x * 32u + j];
  }
}

// The best rung: padded, four elements an invocation.
var<workgroup> rows: array<f32, 1056>;
@compute @workgroup_size(32, 8)
fn padded(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var j = local.y; j < 32u; j += 8u) {
    rows[j * 33u + local.x] = input[(group.y * 32u + j) * N + group.x * 32u + local.x];
  }
  workgroupBarrier();
  for (var j = local.y; j < 32u; j += 8u) {
    output[(group.x * 32u + j) * N + group.y * 32u + local.x] = rows[local.x * 33u + j];
  }
}
