// name = "an image copied by workgroups of 8 x 32, or of 32 x 8"
// source = "CUDA C++ Best Practices Guide: a row of eight words is a whole sector; four lines a request"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 2.0] }
// long = true
// slow = [256, 64, 1]
// fast = [64, 256, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
const WIDTH = 2048u;
fn place(p: vec2u) -> u32 { return p.y * WIDTH + p.x; }
@compute @workgroup_size(8, 32) fn slow(@builtin(global_invocation_id) id: vec3u) { result[place(id.xy)] = 1.0 - image[place(id.xy)]; }
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) { result[place(id.xy)] = 1.0 - image[place(id.xy)]; }
