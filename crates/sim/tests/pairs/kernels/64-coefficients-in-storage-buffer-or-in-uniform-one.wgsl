// name = "64 coefficients in a storage buffer, or in a uniform one"
// source = "CUDA: constant operands cost no load; RDNA: scalar loads of both"
// range = { "ampere-8.6" = [1.0, 2.2], "rdna3" = [0.85, 1.3] }
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [4195328, 4194304, 256, 256]

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> c: array<vec4f, 16>;
@group(0) @binding(3) var<uniform> u: array<vec4f, 16>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var s = 0.0; for (var k = 0u; k < 64u; k++) { s = fma(x[id.x + k], c[k / 4u][k % 4u], s); } y[id.x] = s; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var s = 0.0; for (var k = 0u; k < 64u; k++) { s = fma(x[id.x + k], u[k / 4u][k % 4u], s); } y[id.x] = s; }
