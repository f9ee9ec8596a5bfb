// Twelve lanes, four to an address.
// run: --buffer 0.0=zero:12
// counts: atomic_requests=1 atomic_serializations=4 branches=1 divergent_branches=1
@group(0) @binding(0) var<storage, read_write> g: array<atomic<u32>, 3>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    if (i >= 20u) { atomicAdd(&g[i / 4u - 5u], i); }
}
