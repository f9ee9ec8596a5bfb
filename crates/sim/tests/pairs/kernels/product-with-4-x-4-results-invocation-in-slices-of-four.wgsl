// name = "a product with 4 x 4 results an invocation in slices of four, or of sixteen"
// source = "as many multiply-adds and reads of workgroup memory; four times the barriers, each with a load's latency of 200 to 600 clocks that three or four workgroups a unit share (Boehm, How to Optimize a CUDA Matmul Kernel, choice of BK)"
// range = { "ampere-8.6" = [1.05, 2.2], "rdna3" = [1.0, 2.2] }
// missed."rdna3" = "0.99: no time of its barriers is known"
// long = true
// slow = [16, 16, 1]
// fast = [16, 16, 1]
// buffers = [2097152, 2097152, 4194304]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
var<workgroup> a_slow: array<array<f32, 65>, 4>;
var<workgroup> b_slow: array<array<f32, 64>, 4>;
var<workgroup> a_fast: array<array<f32, 65>, 16>;
var<workgroup> b_fast: array<array<f32, 64>, 16>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.y * 64u;
  let column = group.x * 64u;
  let y = lane / 16u * 4u;
  let x = lane % 16u;
  var sums: array<vec4f, 4>;
  for (var at = 0u; at < 512u; at += 4u) {
    for (var i = lane; i < 256u; i += 256u) {
      a_slow[i % 4u][i / 4u] = a[(row + i / 4u) * 512u + at + i % 4u];
      b_slow[i / 64u][i % 64u] = b[(at + i / 64u) * 1024u + column + i % 64u];
    }
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) {
      let right = vec4f(b_slow[k][x], b_slow[k][x + 16u], b_slow[k][x + 32u], b_slow[k][x + 48u]);
      for (var j = 0u; j < 4u; j++) { sums[j] += a_slow[k][y + j] * right; }
    }
    workgroupBarrier();
  }
  for (var j = 0u; j < 4u; j++) {
    for (var i = 0u; i < 4u; i++) { c[(row + y + j) * 1024u + column + x + i * 16u] = sums[j][i]; }
  }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let row = group.y * 64u;
  let column = group.x * 64u;
  let y = lane / 16u * 4u;
  let x = lane % 16u;
  var sums: array<vec4f, 4>;
  for (var at = 0u; at < 512u; at += 16u) {
    for (var i = lane; i < 1024u; i += 256u) {
      a_fast[i % 16u][i / 16u] = a[(row + i / 16u) * 512u + at + i % 16u];
      b_fast[i / 64u][i % 64u] = b[(at + i / 64u) * 1024u + column + i % 64u];
    }
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      let right = vec4f(b_fast[k][x], b_fast[k][x + 16u], b_fast[k][x + 32u], b_fast[k][x + 48u]);
      for (var j = 0u; j < 4u; j++) { sums[j] += a_fast[k][y + j] * right; }
    }
    workgroupBarrier();
  }
  for (var j = 0u; j < 4u; j++) {
    for (var i = 0u; i < 4u; i++) { c[(row + y + j) * 1024u + column + x + i * 16u] = sums[j][i]; }
  }
}
