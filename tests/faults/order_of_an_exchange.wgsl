// The last one wins.
// run: --buffer 0.0=zero:4
@group(0) @binding(0) var<storage, read_write> winner: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicStore(&winner, i); //~ order-dependent-atomic //-
    //+ atomicMax(&winner, i);
}
