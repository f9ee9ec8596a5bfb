// In lockstep, lane 3 looks for the flag before lane 9 sets it; elsewhere it may come later, and finds it.
// run: --buffer 0.0=zero:4
// notes: order-dependent-atomic
var<workgroup> flag: atomic<u32>;
var<workgroup> datum: u32;
@group(0) @binding(0) var<storage, read_write> o: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    //+ if (i == 9u) { datum = 7u; atomicStore(&flag, 1u); }
    //+ workgroupBarrier();
    if (i == 3u && atomicLoad(&flag) == 1u) { //~ order-dependent-atomic
        o = datum; //~ also race //-
        //+ o = datum;
    }
    if (i == 9u) { datum = 7u; atomicStore(&flag, 1u); } //~ race "invocations run in another order" //-
}
