// name = "f32 rounded to bytes at random, or to the nearest"
// source = "Gupta et al., stochastic rounding; count: 5 bytes an element of DRAM in both, 70 us on 8.6, and about 16 integer instructions more, 25 us that hide; rdna3: two quarter-rate products each, 3 to 5 us of 10 to 20"
// range = { "ampere-8.6" = [0.95, 1.3], "rdna3" = [0.95, 1.45] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 4194304]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn hash(x: vec4u) -> vec4u {
  let s = x * 747796405u + 2891336453u;
  let w = ((s >> ((s >> vec4u(28u)) + 4u)) ^ s) * 277803737u;
  return (w >> vec4u(22u)) ^ w;
}
fn pack(v: vec4f) -> u32 {
  let u = vec4u(clamp(v, vec4f(0.0), vec4f(255.0)));
  return u.x | (u.y << 8u) | (u.z << 16u) | (u.w << 24u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let noise = vec4f(hash(id.x * 4u + vec4u(0u, 1u, 2u, 3u)) >> vec4u(8u)) * 5.9604645e-8;
  output[id.x] = pack(input[id.x] * 127.0 + 128.0 + noise);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = pack(input[id.x] * 127.0 + 128.5);
}
