// Strided: the same additions in the same places, but neighbouring invocations make them.
//
// Builds on interleaved.wgsl. Invocation k takes the k-th pair of its level, so that those at work are the first ones: whole subgroups
// work, and the others skip the level. But the pairs lie 2, 4, 8 ... words apart, and words whose numbers differ by 32 share a
// bank of workgroup memory. Expect fewer instructions, and bank conflicts that grow from level to level.
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
        let at = 2u * step * local;
        if (at < WORKGROUP) {
            sums[at] += sums[at + step];
        }
        workgroupBarrier();
    }
    if (local == 0u) {
        atomicAdd(&total, sums[0]);
    }
}
