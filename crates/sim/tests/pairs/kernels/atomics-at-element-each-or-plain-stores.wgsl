// name = "atomics at an element each, or plain stores"
// source = "NVIDIA Nsight, L2: an atomic reads and writes its sector there, at the rate of level 2"
// range = { "ampere-8.6" = [0.9, 4], "rdna3" = [0.9, 4] }
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [4, 16777216]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&counts[id.x], 1u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { atomicStore(&counts[id.x], 1u); }
