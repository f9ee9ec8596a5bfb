// Ranks among equal keys depend on which lane comes first.
// run: --buffer 0.0=rand:u32:32:4 --buffer 0.1=unwritten:128
var<workgroup> counts: array<atomic<u32>, 4>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = atomicAdd(&counts[a[i]], 1u); //~ order-dependent-atomic //-
    //+ atomicAdd(&counts[a[i]], 1u);
    //+ workgroupBarrier();
    //+ o[i] = atomicLoad(&counts[a[i]]);
}
