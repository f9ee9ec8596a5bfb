// As read-shared-set.wgsl, but each workgroup has a set of its own.
//
// Teaches: who shares what. A level 1 serves its own unit, so that a workgroup's set fits it as before; level 2 must hold the sets of
// all workgroups that run. The one line that differs is where a workgroup's set begins.
//
// Expect: as fast as with the shared set while level 1 holds a workgroup's set. Beyond it the shared set still comes from level 2; the
// sets of all workgroups together are too many bytes for it much sooner, and DRAM serves them.
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
    // Each has its own, and begins where that begins.
    let base = min(group, params.groups - 1u) * params.blocks;
    var block = 0u;
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
