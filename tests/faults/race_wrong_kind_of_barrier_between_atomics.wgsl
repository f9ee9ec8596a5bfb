// storageBarrier does not order atomics in workgroup memory.
// run: --buffer 0.0=rand:u32:512 --buffer 0.1=zero:256 --dispatch 8
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<atomic<u32>, 64>;
var<workgroup> counts: array<atomic<u32>, 64>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    atomicStore(&counts[lane], 0u); //~ also wrong-barrier
    storageBarrier(); //-
    //+ workgroupBarrier();
    atomicAdd(&counts[values[at.x] % 64u], 1u); //~ wrong-barrier "workgroupBarrier()" "stored to" "added to"
    workgroupBarrier();
    atomicAdd(&totals[lane], atomicLoad(&counts[lane]));
}
