// name = "words of workgroup memory side by side, or halves"
// source = "CUDA C++ Programming Guide: lanes within one word do not conflict; as many requests"
// range = { "ampere-8.6" = [0.85, 1.2], "rdna3" = [0.8, 1.25] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

enable f16;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> words: array<f32, 512>;
var<workgroup> halves: array<f16, 512>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { words[lane] = f32(lane); words[lane + 256u] = 1.0; workgroupBarrier(); var s = 0.0; for (var k = 0u; k < 256u; k++) { s += words[lane + k]; } y[id.x] = s; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) { halves[lane] = f16(lane); halves[lane + 256u] = 1.0h; workgroupBarrier(); var s = 0.0h; for (var k = 0u; k < 256u; k++) { s += halves[lane + k]; } y[id.x] = f32(s); }
