// A sum and a maximum do not commute; sums alone do.
// run: --buffer 0.0=zero:4
@group(0) @binding(0) var<storage, read_write> total: atomic<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    if (i % 2u == 0u) {
        atomicAdd(&total, 1u);
    } else {
        atomicMax(&total, i); //~ order-dependent-atomic //-
        //+ atomicSub(&total, 1u);
    }
}
