// As `one-load`, with two slots an invocation: two loads, and only then the first addition.
//
// Teaches: bytes must be under way, not invocations. Loads that do not need each other are under way together, and the invocation waits once for both.
// Builds on: one-load.wgsl. How many turns there are takes a division, as there: compilers that lay several turns of a loop out, with more loads under way, leave such a one alone.
// Expect: over the bytes in flight the same curve; with half of the invocations.

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
// Slots of a workgroup.
const COVER: u32 = 2u * WORKGROUP;

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
    var sum0 = 0.0;
    var sum1 = 0.0;
    // Turns that have an element for every slot.
    for (var covered = params.slots; covered <= params.n; covered += params.slots) {
        let x0 = x[at0];
        let x1 = x[at1];
        sum0 += x0;
        sum1 += x1;
        at0 += params.slots;
        at1 += params.slots;
    }
    // The last turn is short: what lies beyond the end is loaded from there, and counts as nothing.
    if params.n % params.slots > 0u {
        let end = params.n - 1u;
        let x0 = x[min(at0, end)];
        let x1 = x[min(at1, end)];
        sum0 += select(0.0, x0, at0 < params.n);
        sum1 += select(0.0, x1, at1 < params.n);
    }
    if first < params.slots { sums[first] = sum0; }
    if first + WORKGROUP < params.slots { sums[first + WORKGROUP] = sum1; }
}
