// Exercise 2: one element in eight is awake and has 256 steps to go; the others stay where they are.
//
// Who is awake is random. Of the 32 invocations of a subgroup about four have work, and 28 wait for them, in every
// round. Here no choice of numbers helps: the amount of work differs. But a workgroup has COVER elements, and
// its invocations may share out among themselves what there is to do.
//
// The kernel is right, and slow. Let the workgroup first collect the elements that are awake in a list, and then give
// each invocation one from the list.
struct Params {
    // Elements.
    n: u32,
    // Steps of an element that is awake.
    steps: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> rates: array<f32>; // one for all
@group(0) @binding(3) var<storage, read> awake: array<u32>; // 0 or 1, one for each element
@group(0) @binding(4) var<storage, read_write> ends: array<vec4<f32>>;

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 256u;
const ITEMS: u32 = 8u;
const COVER: u32 = WORKGROUP * ITEMS;

// TODO: var<workgroup> count: atomic<u32>; and a list with a place for each element.

fn swing(start: vec4<f32>, rate: f32) -> vec4<f32> {
    var place = start;
    var speed = start.yzwx;
    for (var step = 0u; step < params.steps; step++) {
        speed = fma(vec4(-rate), place, speed);
        place = fma(vec4(rate), speed, place);
    }
    return place;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    for (var item = 0u; item < ITEMS; item++) {
        let i = first + item * WORKGROUP + local;
        if (i < params.n) {
            if (awake[i] == 1u) {
                // TODO: not here: put i into the list, and come back to it when the list is complete.
                ends[i] = swing(starts[i], rates[0]);
            } else {
                ends[i] = starts[i];
            }
        }
    }
    // TODO: wait for the list; then invocation `local` takes its elements local, local + WORKGROUP, ...
}
