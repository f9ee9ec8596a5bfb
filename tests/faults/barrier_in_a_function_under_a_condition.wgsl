// The barrier is in a function; the condition is at the call.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn exchange(i: u32) -> u32 {
    workgroupBarrier(); //~ divergent-barrier
    return t[i ^ 1u];
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    var x = 0u;
    if (i < 20u) { //~ also divergent-barrier //-
        x = exchange(i);
    } //-
    o[i] = x;
}
