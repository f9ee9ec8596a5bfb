// name = "a blur down columns by workgroups of 256 x 1, or of 16 x 16"
// source = "17 rows for each row of outputs from level 2, or 32 for 16: 68 bytes an element of level 2 against 8, beside 8 of DRAM"
// range = { "ampere-8.6" = [1.3, 3.2], "rdna3" = [1.0, 2.6] }
// long = true
// slow = [8, 2048, 1]
// fast = [128, 128, 1]
// buffers = [16908288, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
fn blur(id: vec3u) { var s = 0.0; for (var k = 0u; k < 17u; k++) { s += x[(id.y + k) * 2048u + id.x]; } y[id.y * 2048u + id.x] = s; }
@compute @workgroup_size(256, 1) fn slow(@builtin(global_invocation_id) id: vec3u) { blur(id); }
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) { blur(id); }
