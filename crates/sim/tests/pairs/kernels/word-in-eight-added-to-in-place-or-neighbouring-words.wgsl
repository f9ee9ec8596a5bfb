// name = "a word in eight added to in place, or neighbouring words"
// source = "count of bytes: a sector of 32 read and written for each word, 212 us on 8.6, against 4 and 4, 26 us with 10 us of rounds and 2 of the start (CUDA C++ Best Practices Guide, strided accesses); rdna3: 34 MB of DRAM against 4, 36 us against 5 to 6"
// range = { "ampere-8.6" = [5, 8.5], "rdna3" = [4, 9] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [33554432]

@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { words[id.x * 8u] += 3u; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { words[id.x] += 3u; }
