// name = "every other lane loads, or every other 64"
// source = "all sectors are read, or half: 8 bytes an element against 6"
// range = { "ampere-8.6" = [1.15, 1.5], "rdna3" = [1.15, 1.5] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = 1.0; if id.x % 2u == 0u { v = x[id.x]; } y[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = 1.0; if id.x / 64u % 2u == 0u { v = x[id.x]; } y[id.x] = v; }
