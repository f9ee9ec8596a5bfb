// name = "all eight fields of a record one by one, or as two vec4s"
// source = "NVIDIA developer blog, Increase Performance with Vectorized Memory Access; level 1 keeps the sectors"
// range = { "ampere-8.6" = [1.0, 4], "rdna3" = [1.0, 4.5] }
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [8388608, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4f>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { var sum = 0.0; for (var k = 0u; k < 8u; k++) { sum += input[id.x * 8u + k]; } output[id.x] = sum; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { let a = input4[id.x * 2u]; let b = input4[id.x * 2u + 1u]; output[id.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w; }
