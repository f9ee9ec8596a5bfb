// workgroupBarrier does not order atomics in storage.
// run: --buffer 0.0=zero:256 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read_write> bins: array<atomic<i32>, 64>;
@group(0) @binding(1) var<storage, read_write> o: array<i32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicSub(&bins[i * 7u % 64u], i32(i)); //~ also wrong-barrier
    workgroupBarrier(); //-
    //+ storageBarrier();
    o[i] = atomicLoad(&bins[i]); //~ wrong-barrier "storageBarrier()" "does not order storage memory"
}
