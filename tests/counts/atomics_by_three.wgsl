// Residues of 3 in 32 lanes: eleven at most to an address, in each of two subgroups, in shared and in storage memory.
// run: --buffer 0.0=zero:12
// counts: atomic_requests=4 atomic_serializations=44 atomic_wavefronts=22 global_requests=0 shared_requests=0
var<workgroup> s: array<atomic<u32>, 3>;
@group(0) @binding(0) var<storage, read_write> g: array<atomic<i32>, 3>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicAdd(&s[i % 3u], 1u);
    atomicMax(&g[i % 3u], i32(i));
}
