// "The first warp" adds up the partial sums.
// run: --buffer 0.0=rand:u32:1024:100 --buffer 0.1=unwritten:4
var<workgroup> part: array<u32, 256>;
var<workgroup> sum: atomic<u32>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1024) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_id) id: u32,
    @builtin(subgroup_invocation_id) lane: u32, @builtin(num_subgroups) n: u32) {
    let s = subgroupAdd(a[i]);
    if (lane == 0u) { part[id] = s; }
    workgroupBarrier();
    if (i < 32u) { //~ subgroup-width "with 8 lanes" //-
        let total = subgroupAdd(part[i]); //~ subgroup-width "subgroups of 64 lanes" //-
        if (i == 0u) { o[0] = total; } //-
    } //-
    //+ if (i < n) { atomicAdd(&sum, part[i]); }
    //+ workgroupBarrier();
    //+ if (i == 0u) { o[0] = atomicLoad(&sum); }
}
