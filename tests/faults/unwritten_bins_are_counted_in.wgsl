// An atomic sum reads what it adds to.
// run: --buffer 0.0=unwritten:16
@group(0) @binding(0) var<storage, read_write> bins: array<atomic<u32>>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    //+ if (i < 4u) { atomicStore(&bins[i], 0u); }
    //+ storageBarrier();
    atomicAdd(&bins[i % 4u], 1u); //~ uninitialized-read "it is an output" //-
    //+ atomicAdd(&bins[i % 4u], 1u);
}
