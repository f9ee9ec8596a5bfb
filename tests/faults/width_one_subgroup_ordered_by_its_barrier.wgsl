// A subgroup's barrier orders the workgroup only where that is one subgroup.
// run: --buffer 0.0=unwritten:128
var<workgroup> t: array<u32, 32>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i * i;
    subgroupBarrier(); //-
    //+ workgroupBarrier();
    o[i] = t[31u - i]; //~ subgroup-width
}
