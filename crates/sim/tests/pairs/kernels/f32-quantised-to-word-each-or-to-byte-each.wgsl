// name = "f32 quantised to a word each, or to a byte each"
// source = "roofline: 32 bytes of traffic for four elements against 20"
// range = { "ampere-8.6" = [1.35, 1.75], "rdna3" = [1.2, 1.85] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216, 16777216, 4194304]

@group(0) @binding(0) var<storage, read> input: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> words: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> bytes: array<u32>;
fn quantised(v: vec4f) -> vec4i { return vec4i(clamp(round(v * 127.0), vec4f(-127.0), vec4f(127.0))); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { words[id.x] = quantised(input[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { bytes[id.x] = pack4xI8(quantised(input[id.x])); }
