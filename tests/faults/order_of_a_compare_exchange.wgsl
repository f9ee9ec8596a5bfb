// The first one wins.
// run: --buffer 0.0=zero:4 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read_write> owner: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let r = atomicCompareExchangeWeak(&owner, 0u, i + 1u); //~ order-dependent-atomic //-
    o[i] = u32(r.exchanged); //-
    //+ o[i] = u32(i == 0u);
}
