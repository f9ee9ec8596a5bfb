// As `loads-2`, with four slots an invocation: four loads, and only then the first addition.
//
// Teaches: bytes must be under way, not invocations. The same bytes are in flight with half as many invocations as in the kernel before.
// Builds on: loads-2.wgsl.
// Expect: over the bytes in flight the same curve; with a quarter of the invocations.

struct Params {
    // Elements.
    n: u32,
    // Words under way, of which each has a sum: a multiple of four.
    slots: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

const WORKGROUP: u32 = 128u;
// Slots of a workgroup.
const COVER: u32 = 4u * WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let first = number * COVER + lane;
    // A slot beyond the last one is the last one again, and is not stored.
    let last = params.slots - 1u;
    var at0 = min(first, last);
    var at1 = min(first + WORKGROUP, last);
    var at2 = min(first + 2u * WORKGROUP, last);
    var at3 = min(first + 3u * WORKGROUP, last);
    var sum0 = 0.0;
    var sum1 = 0.0;
    var sum2 = 0.0;
    var sum3 = 0.0;
    // Turns that have an element for every slot.
    for (var covered = params.slots; covered <= params.n; covered += params.slots) {
        let x0 = x[at0];
        let x1 = x[at1];
        let x2 = x[at2];
        let x3 = x[at3];
        sum0 += x0;
        sum1 += x1;
        sum2 += x2;
        sum3 += x3;
        at0 += params.slots;
        at1 += params.slots;
        at2 += params.slots;
        at3 += params.slots;
    }
    // The last turn is short: what lies beyond the end is loaded from there, and counts as nothing.
    if params.n % params.slots > 0u {
        let end = params.n - 1u;
        let x0 = x[min(at0, end)];
        let x1 = x[min(at1, end)];
        let x2 = x[min(at2, end)];
        let x3 = x[min(at3, end)];
        sum0 += select(0.0, x0, at0 < params.n);
        sum1 += select(0.0, x1, at1 < params.n);
        sum2 += select(0.0, x2, at2 < params.n);
        sum3 += select(0.0, x3, at3 < params.n);
    }
    if first < params.slots { sums[first] = sum0; }
    if first + WORKGROUP < params.slots { sums[first + WORKGROUP] = sum1; }
    if first + 2u * WORKGROUP < params.slots { sums[first + 2u * WORKGROUP] = sum2; }
    if first + 3u * WORKGROUP < params.slots { sums[first + 3u * WORKGROUP] = sum3; }
}
