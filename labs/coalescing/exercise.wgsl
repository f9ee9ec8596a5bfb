// Exercise 1: z = 2.5 x + y, with the elements shared out as a CPU programmer would do it.
//
// Each invocation has ITEMS elements and works through them one after the other. On a CPU, where a thread has a cache
// to itself, it is right to give it neighbouring elements. Here 32 invocations of a subgroup load together, and
// the memory system serves all of their addresses at once. Which addresses are those in one iteration of the loop?
//
// The kernel is right, and slow. Make it coalesced; every invocation may keep its ITEMS elements.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> z: array<f32>;

const A: f32 = 2.5;

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 128u;
const ITEMS: u32 = 64u;
const COVER: u32 = WORKGROUP * ITEMS;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    for (var item = 0u; item < ITEMS; item++) {
        // TODO: which element should this be, so that neighbouring invocations take neighbouring elements?
        let i = first + local * ITEMS + item;
        if (i < params.n) {
            z[i] = A * x[i] + y[i];
        }
    }
}
