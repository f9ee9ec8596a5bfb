// Aggregated: the lanes of a subgroup that have the first lane's value are counted, and one lane adds their number.
//
// Builds on workgroup.wgsl, in place of copies. Where one value is most of the data, the first lane has it most of the time, and its lanes
// take one turn together; the others count for themselves. Expect the more, the more equal the data are, and a small loss on even data.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

const WORKGROUP: u32 = 256u;
const COVER: u32 = 4096u;
const BINS: u32 = 256u;
const NONE: u32 = BINS;

var<workgroup> bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        atomicStore(&bins[bin], 0u);
    }
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER;
    // All lanes come to every turn of the loop: they ask each other.
    for (var at = 0u; at < COVER; at += WORKGROUP) {
        let i = first + at + local;
        var value = NONE;
        if (i < params.n) {
            value = x[i];
        }
        let leader = subgroupBroadcastFirst(value);
        let alike = subgroupAdd(u32(value == leader));
        if (value != NONE && (lane == 0u || value != leader)) {
            atomicAdd(&bins[value], select(1u, alike, lane == 0u));
        }
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        let count = atomicLoad(&bins[bin]);
        if (count > 0u) {
            atomicAdd(&counts[bin], count);
        }
    }
}
