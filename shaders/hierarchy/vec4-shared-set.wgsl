// As read-shared-set.wgsl, with four words a load.
//
// Teaches: what limits the near levels. The bytes are the same, the loads a quarter as many.
//
// Expect: no difference where level 2 or DRAM is the narrow place. In level 1 it is faster where the device counts requests there, and
// not where it counts bytes.
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
    // One set for all, and starts that lie evenly in it.
    let base = 0u;
    var block = group * params.blocks / params.groups % params.blocks;
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
