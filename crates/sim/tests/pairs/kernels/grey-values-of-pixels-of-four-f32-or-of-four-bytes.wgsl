// name = "grey values of pixels of four f32, or of four bytes"
// source = "counting: 20 bytes a pixel through DRAM against 8"
// range = { "ampere-8.6" = [1.9, 2.6], "rdna3" = [1.7, 2.7] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [67108864, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> wide: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> narrow: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = dot(wide[id.x].rgb, vec3f(0.2126, 0.7152, 0.0722)); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = dot(unpack4x8unorm(narrow[id.x]).rgb, vec3f(0.2126, 0.7152, 0.0722)); }
