// workgroupBarrier does not order storage.
// run: --buffer 0.0=zero:256
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = i; //~ also wrong-barrier
    workgroupBarrier(); //-
    //+ storageBarrier();
    let other = o[63u - i]; //~ wrong-barrier "storageBarrier()" "does not order storage memory"
    storageBarrier();
    o[i] = other;
}
