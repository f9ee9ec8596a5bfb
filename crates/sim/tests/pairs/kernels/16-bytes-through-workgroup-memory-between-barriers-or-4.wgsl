// name = "16 bytes through workgroup memory between barriers, or 4"
// source = "krrishnarraj/clpeak, RTX 5060: 9,119 against 4,404 GB/s: 1.9 times the time for four times the bytes; on RDNA 64 lanes' words take a clock, their vec4s four"
// range = { "ampere-8.6" = [1.4, 3.2], "rdna3" = [1.2, 4.2] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> y: array<f32>;
var<workgroup> w: array<f32, 256>;
var<workgroup> v4: array<vec4f, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = vec4f(f32(id.x));
  for (var k = 0u; k < 64u; k++) {
    v4[lane] = v;
    workgroupBarrier();
    v = v4[(lane + 1u) % 256u];
    workgroupBarrier();
  }
  y[id.x] = v.x + v.y + v.z + v.w;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var v = f32(id.x);
  for (var k = 0u; k < 64u; k++) {
    w[lane] = v;
    workgroupBarrier();
    v = w[(lane + 1u) % 256u];
    workgroupBarrier();
  }
  y[id.x] = v;
}
