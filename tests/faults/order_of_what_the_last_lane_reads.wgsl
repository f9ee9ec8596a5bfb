// The last invocation adds and looks: others may not have added yet.
// run: --buffer 0.0=unwritten:4
var<workgroup> total: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> o: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicAdd(&total, i);
    //+ workgroupBarrier();
    if (i == 63u) { o = atomicLoad(&total); } //~ order-dependent-atomic //-
    //+ if (i == 63u) { o = atomicLoad(&total); }
}
