// suggests: drop-barrier
// figure: barriers
// untold: idle-barrier
// before: 480
// after: 480
// buffers: 122880 122880
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> tile: array<f32, 256>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let x = input[group.x * 256u + lane];
  workgroupBarrier();
  tile[lane] = x;
  workgroupBarrier();
  output[group.x * 256u + lane] = tile[255u - lane];
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let x = input[group.x * 256u + lane];
  tile[lane] = x;
  workgroupBarrier();
  output[group.x * 256u + lane] = tile[255u - lane];
}
