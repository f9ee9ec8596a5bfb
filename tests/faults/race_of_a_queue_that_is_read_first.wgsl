// Consumers run before producers, or after them: a slot that has been handed out need not be filled.
// run: --buffer 0.0=zero:128
var<workgroup> queue: array<u32, 64>;
var<workgroup> tail: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { atomicStore(&tail, 0u); }
    workgroupBarrier();
    if (i >= 32u) {
        let slot = atomicAdd(&tail, 1u); //~ order-dependent-atomic //-
        //+ atomicAdd(&tail, 1u);
        //+ let slot = i - 32u;
        queue[slot] = i; //~ also race
    }
    //+ workgroupBarrier();
    if (i < 32u && atomicLoad(&tail) > i) { //~ order-dependent-atomic //-
    //+ if (i < 32u && atomicLoad(&tail) > i) {
        o[i] = queue[i]; //~ race
    }
}
