// name = "floors, or products: a chain's instruction each"
// source = "rounding on the special function unit, 16 a clock for 128 multiply-adds, on NVIDIA; RDNA ISA: v_floor_f32 like other arithmetic, then a sum"
// range = { "ampere-8.6" = [3, 9], "rdna3" = [0.9, 2.4] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = floor(v) + 0.7; } output[id.x] = v; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 256u; i++) { v = v * 0.5 + 0.7; } output[id.x] = v; }
