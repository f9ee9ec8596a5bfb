// name = "arithmetic: select, or if"
// slow = [1056, 1, 1]
// fast = [1056, 1, 1]
// buffers = [16, 1081344]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x & 1u] + f32(id.x); let d = input[0] + 3.0; let k = u32(input[1]) + 7u; var u = id.x;  for (var i = 0u; i < 256u; i++) { v = select(v * d, v + d, v > 100.0); } output[id.x] = v + f32(u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x & 1u] + f32(id.x); let d = input[0] + 3.0; let k = u32(input[1]) + 7u; var u = id.x;  for (var i = 0u; i < 256u; i++) { if v > 100.0 { v = v - 90.0; } else { v = v * d; } } output[id.x] = v + f32(u); }
