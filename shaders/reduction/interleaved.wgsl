// Interleaved: a tree in workgroup memory makes one sum of a workgroup's elements, and one turn at the total.
//
// Builds on atomic.wgsl. At each level, every second of those that still have a sum takes in its neighbour's. 256 turns become
// one. But those that work on are spread over all subgroups (the remainder of `local` decides), so that every subgroup runs every
// level, with fewer and fewer lanes. Expect the turns to be gone from the time, and most lanes to idle.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * WORKGROUP + local;
    var own = 0u;
    if (i < params.n) {
        own = x[i];
    }
    sums[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
        if (local % (2u * step) == 0u) {
            sums[local] += sums[local + step];
        }
        workgroupBarrier();
    }
    if (local == 0u) {
        atomicAdd(&total, sums[0]);
    }
}
