// suggests: fewer-bytes
// figure: dram_bytes
// before: 960
// after: 960
// buffers: 245760 245760
// words: u32
// results: other, the data lie otherwise
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// A byte in each word, or four.
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] + 1u; }
@compute @workgroup_size(64) fn after(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] + 0x01010101u; }
