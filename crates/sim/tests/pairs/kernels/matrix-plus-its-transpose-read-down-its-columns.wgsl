// name = "a matrix plus its transpose read down its columns, or through a tile"
// source = "count: a column's read takes 9 to 32 turns at level 1, 28 to 98 us beside 159 us of DRAM on 8.6, and the sectors may be lost before all eight words are read (RRZE gpu-benches, gpu-strides)"
// range = { "ampere-8.6" = [1.0, 3], "rdna3" = [0.95, 3] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var i = local.y; i < 32u; i += 8u) {
    let x = group.x * 32u + local.x;
    let y = group.y * 32u + i;
    output[y * 2048u + x] = input[y * 2048u + x] + input[x * 2048u + y];
  }
}
@compute @workgroup_size(32, 8) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  for (var i = local.y; i < 32u; i += 8u) {
    tile[i][local.x] = input[(group.x * 32u + i) * 2048u + group.y * 32u + local.x];
  }
  workgroupBarrier();
  for (var i = local.y; i < 32u; i += 8u) {
    let at = (group.y * 32u + i) * 2048u + group.x * 32u + local.x;
    output[at] = input[at] + tile[local.x][i];
  }
}
