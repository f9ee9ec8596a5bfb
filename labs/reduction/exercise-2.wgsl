// Exercise 2: a histogram of values below 256, nine in ten of which are the same.
//
// Each workgroup counts in workgroup memory, and adds what it counted to the whole. But nearly all lanes of a subgroup count the same value:
// they meet at one bin, and take their turns there one after the other. A workgroup may have several histograms, so that they meet less.
//
// The kernel is right, and slow. Take at most a tenth of a turn for an element.
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

// TODO: several histograms. A workgroup may have 16 KiB of workgroup memory on every device.
var<workgroup> bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var at = local; at < BINS; at += WORKGROUP) {
        atomicStore(&bins[at], 0u);
    }
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    let end = min(first + COVER, params.n);
    for (var i = first + local; i < end; i += WORKGROUP) {
        // TODO: in which of the histograms does this invocation count, so that its neighbours count in others?
        atomicAdd(&bins[x[i]], 1u);
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        // TODO: what do all histograms have of this bin?
        let count = atomicLoad(&bins[bin]);
        if (count > 0u) {
            atomicAdd(&counts[bin], count);
        }
    }
}
