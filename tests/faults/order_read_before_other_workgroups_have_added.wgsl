// A storageBarrier waits for one workgroup: the counter is read while others still add. The clean one reads in the last workgroup.
// run: --buffer 0.0=rand:u32:1280:1000 --buffer 0.1=zero:8 --buffer 0.2=zero:5120 --buffer 0.3=zero:4 --dispatch 20
// notes: order-dependent-atomic
// status: 0
struct Counts { kept: atomic<u32>, done: atomic<u32> }
@group(0) @binding(0) var<storage, read> marks: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: Counts;
@group(0) @binding(2) var<storage, read_write> kept: array<u32>;
@group(0) @binding(3) var<storage, read_write> groups: u32;
var<workgroup> last: bool;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3<u32>, @builtin(local_invocation_index) i: u32,
    @builtin(num_workgroups) all: vec3<u32>) {
    if (marks[at.x] % 3u != 0u) {
        kept[atomicAdd(&counts.kept, 1u)] = at.x; //~ order-dependent-atomic
    }
    storageBarrier();
    //+ if (i == 0u) { last = atomicAdd(&counts.done, 1u) == all.x - 1u; }
    //+ let is_last = workgroupUniformLoad(&last);
    if (at.x == 0u) { //-
    //+ if (is_last && i == 0u) {
        groups = (atomicLoad(&counts.kept) + 63u) / 64u; //~ order-dependent-atomic "before other workgroups have changed it on line 14" "waits for the invocations of one workgroup only"
    }
}
