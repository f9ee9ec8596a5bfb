// Solution of exercise 2: sixteen histograms a workgroup, and neighbours count in different ones.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>; // each below BINS
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>; // BINS of them, zero at first

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 256u;
const ITEMS: u32 = 32u;
const COVER: u32 = WORKGROUP * ITEMS;
const BINS: u32 = 256u;

// The copies of a bin lie side by side.
const COPIES: u32 = 16u;
var<workgroup> bins: array<atomic<u32>, BINS * COPIES>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var at = local; at < BINS * COPIES; at += WORKGROUP) {
        atomicStore(&bins[at], 0u);
    }
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER;
    let end = min(first + COVER, params.n);
    for (var i = first + local; i < end; i += WORKGROUP) {
        atomicAdd(&bins[x[i] * COPIES + local % COPIES], 1u);
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        var count = 0u;
        for (var copy = 0u; copy < COPIES; copy++) {
            count += atomicLoad(&bins[bin * COPIES + copy]);
        }
        if (count > 0u) {
            atomicAdd(&counts[bin], count);
        }
    }
}
