// name = "16 workgroups of 256, or 64 of 64"
// source = "8 subgroups on each of 16 units, or 6 on each of 30"
// range = { "ampere-8.6" = [1.2, 2.2], "rdna3" = [1.0, 3.2] }
// long = true
// slow = [16, 1, 1]
// fast = [64, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn work(x: f32) -> f32 {
  var a = vec4f(x); var b = vec4f(x + 1.0);
  for (var i = 0u; i < 4000u; i++) { a = fma(a, vec4f(0.5), vec4f(1.0)); b = fma(b, vec4f(0.5), vec4f(1.0)); }
  return dot(a, b);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x]); }
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = work(input[id.x]); }
