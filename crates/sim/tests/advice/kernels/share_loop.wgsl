// suggests: share-loop
// figure: subgroup_instructions
// untold: lane-serial
// before: 480
// after: 480
// buffers: 122880 480
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> tile: array<f32, 256>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = input[group.x * 256u + lane];
  workgroupBarrier();
  if lane == 0u {
    var sum = 0.0;
    for (var i = 0u; i < 256u; i++) { sum += tile[i]; }
    output[group.x] = sum;
  }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = input[group.x * 256u + lane];
  workgroupBarrier();
  for (var half = 128u; half > 0u; half /= 2u) {
    if lane < half { tile[lane] += tile[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = tile[0]; }
}
