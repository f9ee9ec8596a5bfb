// name = "40 workgroups of 1024 on 30 units, or 30 with a third more each"
// source = "counting: one workgroup of 1024 fits a unit of 1536 invocations, so 40 take two rounds of three quarters (NVIDIA, Matrix Multiplication Background, wave quantization)"
// range = { "ampere-8.6" = [1.35, 1.55] }
// long = true
// slow = [40, 1, 1]
// fast = [30, 1, 1]
// buffers = [163840, 163840]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  for (var i = 0u; i < 3072u; i++) { v = fma(v, vec4f(0.999), vec4f(0.5)); }
  output[id.x] = v.x + v.y + v.z + v.w;
}
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  for (var i = 0u; i < 4096u; i++) { v = fma(v, vec4f(0.999), vec4f(0.5)); }
  output[id.x] = v.x + v.y + v.z + v.w;
}
