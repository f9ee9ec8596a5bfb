// name = "a product of a constant matrix inside the loop by a function, or written out"
// source = "compilers inline functions: no difference"
// range = { "ampere-8.6" = [0.95, 1.1], "rdna3" = [0.95, 1.1] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn turn(v: vec4f) -> vec4f { return mat4x4f(0.5, 0.1, 0.2, 0.1, 0.1, 0.5, 0.1, 0.2, 0.2, 0.1, 0.5, 0.1, 0.1, 0.2, 0.1, 0.5) * v; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = vec4f(input[id.x], 1.0, 2.0, 3.0); for (var i = 0u; i < 64u; i++) { v = turn(v); } output[id.x] = v.x + v.y + v.z + v.w; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = vec4f(input[id.x], 1.0, 2.0, 3.0); for (var i = 0u; i < 64u; i++) { v = vec4f(0.5 * v.x + 0.1 * v.y + 0.2 * v.z + 0.1 * v.w, 0.1 * v.x + 0.5 * v.y + 0.1 * v.z + 0.2 * v.w, 0.2 * v.x + 0.1 * v.y + 0.5 * v.z + 0.1 * v.w, 0.1 * v.x + 0.2 * v.y + 0.1 * v.z + 0.5 * v.w); } output[id.x] = v.x + v.y + v.z + v.w; }
