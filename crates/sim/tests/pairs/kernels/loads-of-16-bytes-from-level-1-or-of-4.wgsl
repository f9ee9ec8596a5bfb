// name = "loads of 16 bytes from level 1, or of 4"
// source = "sebbbi/perftest: 9.8 against 4.7 ms on RTX 3090, 12.9 against 5.5 ms on RX 5700 XT, 9.7 against 6.6 on TITAN V"
// range = { "ampere-8.6" = [1.4, 4.2], "rdna3" = [1.4, 4.2] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [8208, 983040]

@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(0) var<storage, read> x_1: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = vec4f();
  for (var k = 0u; k < 256u; k++) { v += x[lane + k]; }
  y[id.x] = v.x + v.y + v.z + v.w;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = 0.0;
  for (var k = 0u; k < 256u; k++) { v += x_1[lane + k]; }
  y[id.x] = v;
}
