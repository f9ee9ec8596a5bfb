// untold: atomics
// main: 120
// buffers: 491520 1
// words: u32
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;

// One known address: the compiler adds up what the lanes of a subgroup have, and one of them does the atomic.
const LANES = 30720u;
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var j = 0u; j < 16u; j++) { atomicAdd(&total, input[j * LANES + id.x]); }
}
