// suggests: keep-values
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 2048 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> rows: array<f32, 256>;
var<workgroup> columns: array<f32, 256>;
fn fill(lane: u32) {
  rows[lane] = input[lane];
  columns[lane] = input[256u + lane];
  workgroupBarrier();
}
// How often the loops turn is known at run time only: a compiler does not lay their iterations out and merge their loads.
@compute @workgroup_size(16, 16) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.y * 16u + local.x;
  fill(lane);
  let n = arrayLength(&input) / 128u;
  var sum = 0.0;
  for (var y = 0u; y < n; y++) {
    for (var x = 0u; x < n; x++) { sum = fma(rows[y * 16u + local.y], columns[x * 16u + local.x], sum); }
  }
  output[group.x * 256u + lane] = sum;
}
@compute @workgroup_size(16, 16) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.y * 16u + local.x;
  fill(lane);
  let n = arrayLength(&input) / 128u;
  var sum = 0.0;
  for (var y = 0u; y < n; y++) {
    let row = rows[y * 16u + local.y];
    for (var x = 0u; x < n; x++) { sum = fma(row, columns[x * 16u + local.x], sum); }
  }
  output[group.x * 256u + lane] = sum;
}
