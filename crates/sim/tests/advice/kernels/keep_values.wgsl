// suggests: keep-values
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 2048 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> rows: array<f32, 1024>;
var<workgroup> columns: array<f32, 1024>;
fn fill(lane: u32) {
  for (var i = lane; i < 1024u; i += 256u) { rows[i] = input[i]; columns[i] = input[1024u + i]; }
  workgroupBarrier();
}
// How often the loops turn is known at run time only: a compiler does not unroll them whole and merge their loads.
@compute @workgroup_size(16, 16) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.y * 16u + local.x;
  fill(lane);
  let n = arrayLength(&input) / 512u;
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) {
    for (var y = 0u; y < n; y++) {
      for (var x = 0u; x < n; x++) { sum = fma(rows[k * 64u + y * 16u + local.y], columns[k * 64u + x * 16u + local.x], sum); }
    }
  }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(16, 16) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.y * 16u + local.x;
  fill(lane);
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) {
    var a: array<f32, 4>;
    var b: array<f32, 4>;
    for (var y = 0u; y < 4u; y++) { a[y] = rows[k * 64u + y * 16u + local.y]; }
    for (var x = 0u; x < 4u; x++) { b[x] = columns[k * 64u + x * 16u + local.x]; }
    for (var y = 0u; y < 4u; y++) {
      for (var x = 0u; x < 4u; x++) { sum = fma(a[y], b[x], sum); }
    }
  }
  output[group.x * 256u + lane] = sum;
}
