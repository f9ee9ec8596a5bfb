// suggests: fewer-bytes
// figure: dram_bytes
// before: 16384
// after: 8192
// buffers: 4194304 4194304
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

// What lies half the input away is loaded twice, when caches no longer have it.
const HALF = 2097152u;
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x] + input[(id.x + HALF) % (2u * HALF)];
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  let sum = input[id.x] + input[id.x + HALF];
  output[id.x] = sum;
  output[id.x + HALF] = sum;
}
