// name = "words written all over 16 MiB, or all over 4 KiB a workgroup of 1024"
// source = "count: a sector of 32 bytes a word, written and perhaps read first, 425 to 850 us on 8.6, against 48 us of DRAM and 30 to 60 us of rounds (CUDA C++ Best Practices Guide, coalescing); rdna3's Infinity Cache takes 64 bytes or more a word, 40 to 150 us against 18"
// range = { "ampere-8.6" = [5, 14], "rdna3" = [2.5, 8] }
// missed."ampere-8.6" = "1.14: each word is a sector at level 2 in both, which reads it first, 245 us, where the range left level 2 out"
// missed."rdna3" = "2.00: level 2 takes a line for each word in one and for each two in the other, where the range left level 2 out"
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [16777216]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[(id.x * 2654435769u) & 4194303u] = id.x;
}
@compute @workgroup_size(1024) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[(id.x & ~1023u) | ((id.x * 2654435769u) & 1023u)] = id.x;
}
