// A butterfly over 32 lanes.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=zero:4
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32) {
    var x = a[i];
    for (var d = 16u; d > 0u; d /= 2u) { //-
    //+ for (var d = size / 2u; d > 0u; d /= 2u) {
        x += subgroupShuffleXor(x, d); //~ subgroup-width
    }
    if (lane == 0u) { atomicAdd(&o, x); }
}
