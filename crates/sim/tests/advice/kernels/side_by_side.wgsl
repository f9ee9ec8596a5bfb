// suggests: fewer-atomics
// unsaid: count in a copy of the elements
// figure: atomic_requests
// before: 1024
// after: 1024
// words: u32
// buffers: 524288 65536
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 65536>;

// More elements than workgroup memory holds; both inputs of an invocation have the same one.
const HALF = 262144u;
fn bin(at: u32) -> u32 { return (at * 40503u) & 65535u; }
@compute @workgroup_size(256) fn before(@builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&bins[bin(id.x)], input[id.x]);
  atomicAdd(&bins[bin(id.x)], input[HALF + id.x]);
}
@compute @workgroup_size(256) fn after(@builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&bins[bin(id.x)], input[id.x] + input[HALF + id.x]);
}
