// How many of n numbers are below a quarter: each invocation counts 16, a workgroup adds up, and takes one turn at the total.
//
// Teaches: some work never pays for its copies, however much of it there is. Each number is used once, so that the link that brings it
// is the limit, and a link is slower than the host's own memory. If the numbers are on the device already, only one word is downloaded.
// Builds on: nothing. The total must be zero before: the host's steps clear it, on the device.
// Expect: `count-cold` to lose to the host at any size, and `count-warm` to win from some size on.

struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

const BOUND: f32 = 0.25;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup.
const COVER: u32 = 16u * WORKGROUP;

var<workgroup> below: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    if lane == 0u {
        atomicStore(&below, 0u);
    }
    workgroupBarrier();
    let first = (workgroup.y * workgroups.x + workgroup.x) * COVER;
    let end = min(first + COVER, params.n);
    var own = 0u;
    for (var i = first + lane; i < end; i += WORKGROUP) {
        own += u32(x[i] < BOUND);
    }
    atomicAdd(&below, own);
    workgroupBarrier();
    if lane == 0u {
        atomicAdd(&total, atomicLoad(&below));
    }
}
