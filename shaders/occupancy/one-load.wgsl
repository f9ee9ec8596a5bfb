// Sums of elements that lie a fixed distance apart: an invocation goes through x in steps of as many words as there are slots.
//
// Teaches: a load is under way for hundreds of clocks. While it is, its invocation waits, so the bytes in flight are four for each
// invocation that is resident, and a bandwidth is those bytes over the latency.
// Builds on: nothing. One load before each wait.
// Expect: twice the invocations, twice the bandwidth, until the memory's own limit.

struct Params {
    // Elements.
    n: u32,
    // Words under way, of which each has a sum: a multiple of four.
    slots: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let slot = number * WORKGROUP + lane;
    if slot >= params.slots {
        return;
    }
    var sum = 0.0;
    for (var at = slot; at < params.n; at += params.slots) {
        sum += x[at];
    }
    sums[slot] = sum;
}
