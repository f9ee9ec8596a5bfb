// Workgroup: each workgroup counts in a histogram of its own, and adds it to the whole in the end.
//
// Builds on global.wgsl. Workgroup memory is near, and only the lanes of one workgroup meet there; the histogram of the whole is touched
// once a bin and workgroup. Expect a gain on all data; where one value is most of them, lanes still queue at its bin.
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

var<workgroup> bins: array<atomic<u32>, BINS>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        atomicStore(&bins[bin], 0u);
    }
    workgroupBarrier();
    let first = (group.y * groups.x + group.x) * COVER;
    for (var i = first + local; i < min(first + COVER, params.n); i += WORKGROUP) {
        atomicAdd(&bins[x[i]], 1u);
    }
    workgroupBarrier();
    for (var bin = local; bin < BINS; bin += WORKGROUP) {
        let count = atomicLoad(&bins[bin]);
        if (count > 0u) {
            atomicAdd(&counts[bin], count);
        }
    }
}
