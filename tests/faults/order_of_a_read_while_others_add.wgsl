// A running total is looked at before all have added.
// run: --buffer 0.0=zero:4 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read_write> n: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicAdd(&n, i);
    //+ storageBarrier();
    o[i] = atomicLoad(&n); //~ order-dependent-atomic
}
