// Lane 31 is taken to be the last.
// run: --buffer 0.0=rand:u32:128:100 --buffer 0.1=zero:4
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: atomic<u32>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32) {
    let x = subgroupInclusiveAdd(a[i]);
    if (lane == 31u) { atomicAdd(&o, x); } //~ subgroup-width //-
    //+ if (lane == size - 1u) { atomicAdd(&o, x); }
}
