// A subgroup's barrier orders no other subgroup.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i; //~ also race
    subgroupBarrier(); //-
    //+ workgroupBarrier();
    o[i] = t[63u - i]; //~ race
}
