// One subgroup says that its datum is there, the other one looks without a barrier.
// run: --buffer 0.0=zero:4
var<workgroup> flag: atomic<u32>;
var<workgroup> datum: u32;
@group(0) @binding(0) var<storage, read_write> o: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { atomicStore(&flag, 0u); }
    workgroupBarrier();
    if (i == 40u) {
        datum = 9u; //~ also race
        atomicStore(&flag, 1u);
    }
    //+ workgroupBarrier();
    if (i == 3u && atomicLoad(&flag) == 1u) { //~ order-dependent-atomic //-
    //+ if (i == 3u && atomicLoad(&flag) == 1u) {
        o = datum; //~ race
    }
}
