// name = "8 Mi values scaled and shifted as f32, or as halves packed in words"
// source = "count of bytes: 64 MiB of DRAM against 32, 212 us against 106 on 8.6, conversions hidden; rdna3: 36 us of reads against 18, beside 18 us of rounds"
// range = { "ampere-8.6" = [1.6, 2.05], "rdna3" = [1.3, 2.1] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [33554432, 33554432]

@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(0) var<storage, read> packed: array<u32>;
@group(0) @binding(1) var<storage, read_write> packed_output: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] * 2.0 + 1.0; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { packed_output[id.x] = pack2x16float(unpack2x16float(packed[id.x]) * 2.0 + 1.0); }
