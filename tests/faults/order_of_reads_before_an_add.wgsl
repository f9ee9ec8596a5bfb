// All have read their bins when the first is counted in: what they read depends on who comes first.
// run: --buffer 0.0=unwritten:256
var<workgroup> bins: array<atomic<u32>, 16>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = atomicLoad(&bins[i % 16u]); //~ order-dependent-atomic
    //+ workgroupBarrier();
    atomicAdd(&bins[i % 16u], 1u);
}
