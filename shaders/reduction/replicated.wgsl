// Replicated: COPIES histograms a workgroup, and neighbouring lanes count in different ones.
//
// Builds on workgroup.wgsl. Where all lanes of a subgroup have the same value, they meet COPIES times less. The copies of a bin lie side by
// side, in different banks. It takes COPIES times the memory, and COPIES reads a bin in the end. Expect a gain on skewed data, and a small loss on even data.
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
const COPIES: u32 = 8u;
const BANKS: u32 = 32u;

var<workgroup> bins: array<atomic<u32>, BINS * COPIES>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var bin = local; bin < BINS * COPIES; bin += WORKGROUP) {
        atomicStore(&bins[bin], 0u);
    }
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER;
    for (var i = first + local; i < min(first + COVER, params.n); i += WORKGROUP) {
        atomicAdd(&bins[x[i] * COPIES + local % COPIES], 1u);
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        var count = 0u;
        for (var step = 0u; step < COPIES; step++) {
            // Bins whose first copies share a bank begin at different copies.
            let copy = (step + bin * COPIES / BANKS) % COPIES;
            count += atomicLoad(&bins[bin * COPIES + copy]);
        }
        if (count > 0u) {
            atomicAdd(&counts[bin], count);
        }
    }
}
