// name = "complex numbers in two arrays, or as pairs"
// source = "counting: as many bytes, all of each sector used"
// range = { "ampere-8.6" = [0.92, 1.15], "rdna3" = [0.9, 1.15] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216, 33554432]

@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(2) var<storage, read> im: array<f32>;
@group(0) @binding(3) var<storage, read> z: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = re[id.x] * re[id.x] + im[id.x] * im[id.x]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = z[id.x].x * z[id.x].x + z[id.x].y * z[id.x].y; }
