// Global: every invocation counts its element in the one histogram.
//
// The simplest histogram that is right. Additions to different bins do not wait for each other, those to one bin do: what it costs is decided by
// the data. Expect a fair time where values are spread evenly, and a turn an element where most of them are equal.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

const WORKGROUP: u32 = 256u;
const COVER: u32 = 4096u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    for (var i = first + local; i < min(first + COVER, params.n); i += WORKGROUP) {
        atomicAdd(&counts[x[i]], 1u);
    }
}
