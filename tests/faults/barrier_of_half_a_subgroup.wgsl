// A subgroup's barrier must be reached by all of the subgroup, and needs nobody else.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_id) subgroup: u32) {
    t[i] = i;
    if (i == 1u) { //-
    //+ if (subgroup == 0u) {
        subgroupBarrier(); //~ divergent-barrier "only by invocation 1: invocations 0, 2-" "of the subgroup must"
    }
    o[i] = t[i];
}
