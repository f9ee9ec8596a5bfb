// name = "every third word copied, or neighbouring ones"
// source = "count of bytes: 12 of DRAM read for each word and 4 written, against 4 and 4, 201 us against 106 on 8.6, whose 91 rounds of workgroups wait 64 us beside them (CUDA C++ Best Practices Guide, strided accesses); rdna3: 50 MB read against 17, its writes may stay in the Infinity Cache"
// range = { "ampere-8.6" = [1.6, 2.1], "rdna3" = [1.7, 3.1] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [50331648, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x * 3u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x]; }
