// name = "linear colours made sRGB, or copied"
// source = "roofline: two special functions and ten other instructions a word hide behind eight bytes of DRAM"
// range = { "ampere-8.6" = [0.95, 1.2], "rdna3" = [0.95, 1.2] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> linear: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> encoded: array<vec4<f32>>;
fn srgb(c: vec3<f32>) -> vec3<f32> {
  let curve = 1.055 * pow(c, vec3<f32>(1.0 / 2.4)) - 0.055;
  return select(curve, c * 12.92, c <= vec3<f32>(0.0031308));
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = linear[id.x];
  encoded[id.x] = vec4<f32>(srgb(c.rgb), c.a);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { encoded[id.x] = linear[id.x]; }
