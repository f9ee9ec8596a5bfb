// As read-own-set.wgsl, with four words a load: as vec4-shared-set.wgsl is to read-shared-set.wgsl.
//
// Expect: the same as there, level by level: wider loads help where requests are the limit, and a set of its own does not change which
// level a load comes from until level 2 is full.
struct Params {
    // Blocks of BLOCK vectors in a set.
    blocks: u32,
    // Blocks that a workgroup reads.
    rounds: u32,
    // Workgroups that read.
    groups: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sets: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Loads of an invocation in a block, of four words each: they overlap.
const LOADS: u32 = 4u;
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
    var sum = vec4(0u);
    for (var done = 0u; done < params.rounds; done++) {
        let first = (base + block) * BLOCK + local;
        for (var load = 0u; load < LOADS; load++) {
            sum += sets[first + load * WORKGROUP];
        }
        block = select(block + 1u, 0u, block + 1u == params.blocks);
    }
    atomicAdd(&total, sum.x + sum.y + sum.z + sum.w);
    workgroupBarrier();
    if (local == 0u && group < params.groups) {
        sums[group] = atomicLoad(&total);
    }
}
