// Counting begins before all bins are cleared: what a bin is cleared of depends on who comes first.
// run: --buffer 0.0=unwritten:64
var<workgroup> bins: array<atomic<u32>, 16>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i < 16u) { atomicStore(&bins[i], 0u); }
    //+ workgroupBarrier();
    atomicAdd(&bins[i % 16u], 1u); //~ order-dependent-atomic
    workgroupBarrier();
    if (i < 16u) { o[i] = atomicLoad(&bins[i]); }
}
