// A lock that the holder in the same subgroup cannot give back.
// run: --buffer 0.0=zero:4 --buffer 0.1=zero:4
@group(0) @binding(0) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    loop { //~ step-limit //-
        if (atomicExchange(&lock, 1u) == 0u) { break; } //~ order-dependent-atomic //-
    } //-
    atomicAdd(&n, 1u);
}
