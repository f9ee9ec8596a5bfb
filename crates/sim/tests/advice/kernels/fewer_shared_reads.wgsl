// suggests: fewer-shared-reads
// figure: shared_wavefronts
// before: 480
// after: 480
// buffers: 768 491520
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> weights: array<f32, 256>;
var<workgroup> tile: array<f32, 512>;
@compute @workgroup_size(256) fn before(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  weights[lane] = input[lane];
  tile[lane] = input[256u + lane];
  tile[lane + 256u] = input[512u + lane];
  workgroupBarrier();
  for (var row = 0u; row < 4u; row++) {
    var sum = 0.0;
    for (var k = 0u; k < 64u; k++) { sum = fma(weights[row * 64u + k], tile[k + lane], sum); }
    output[group.x * 1024u + row * 256u + lane] = sum;
  }
}
@compute @workgroup_size(256) fn after(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  weights[lane] = input[lane];
  tile[lane] = input[256u + lane];
  tile[lane + 256u] = input[512u + lane];
  workgroupBarrier();
  var sums = vec4f();
  for (var k = 0u; k < 64u; k++) {
    let each = tile[k + lane];
    sums = fma(vec4f(weights[k], weights[64u + k], weights[128u + k], weights[192u + k]), vec4f(each), sums);
  }
  for (var row = 0u; row < 4u; row++) { output[group.x * 1024u + row * 256u + lane] = sums[row]; }
}
