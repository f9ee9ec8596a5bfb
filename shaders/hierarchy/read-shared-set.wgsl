// How wide is the road? All workgroups read the same set again and again, each from a place of its own.
//
// Teaches: bandwidth by level. The loads do not wait for each other, and many are under way at once, so that latency is hidden and
// what is left is the width of the road. Every level 1 holds a copy of what its workgroup read last; level 2 holds the set once.
//
// Expect: a staircase downwards in bytes a second, at the sizes at which the walk's latency goes up: the workgroup's share of
// level 1, then level 2, then DRAM.
struct Params {
    // Blocks of BLOCK words in a set.
    blocks: u32,
    // Blocks that a workgroup reads.
    rounds: u32,
    // Workgroups that read.
    groups: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sets: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Loads of an invocation in a block: they overlap.
const LOADS: u32 = 16u;
const BLOCK: u32 = WORKGROUP * LOADS;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let group = id.y * groups.x + id.x;
    // One set for all, and starts that lie evenly in it.
    let base = 0u;
    var block = group * params.blocks / params.groups % params.blocks;
    var sum = 0u;
    for (var done = 0u; done < params.rounds; done++) {
        let first = (base + block) * BLOCK + local;
        for (var load = 0u; load < LOADS; load++) {
            sum += sets[first + load * WORKGROUP];
        }
        block = select(block + 1u, 0u, block + 1u == params.blocks);
    }
    atomicAdd(&total, sum);
    workgroupBarrier();
    if (local == 0u && group < params.groups) {
        sums[group] = atomicLoad(&total);
    }
}
