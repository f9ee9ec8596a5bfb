// Exercise 2: rows of 1536 elements, each smoothed four times: an element becomes half of itself plus a quarter of each neighbour.
//
// A workgroup has a row, and an array in workgroup memory for what was loaded and for the result of every time but the last: four
// arrays of 6 KiB. But as soon as one is made, nobody needs the one before.
//
// The kernel is right, and takes four times the memory that it needs: few workgroups fit on a unit at a time. Use one array only.
// On most GPUs this saves no time: the twelve loads that each invocation has under way keep the memory busy at either occupancy.
// What it saves is room.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

const WORKGROUP: u32 = 128u;
// Elements of an invocation, which lie a workgroup's width apart.
const EACH: u32 = 12u;
// Elements of a row, and so of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP * EACH;

// TODO: one array is enough.
var<workgroup> loaded: array<f32, COVER>;
var<workgroup> once: array<f32, COVER>;
var<workgroup> twice: array<f32, COVER>;
var<workgroup> thrice: array<f32, COVER>;

fn smoothed(before: f32, own: f32, after: f32) -> f32 {
    return 0.25 * (before + 2.0 * own + after);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (first >= params.n) {
        return;
    }
    let last = min(COVER, params.n - first) - 1u;
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        loaded[at] = x[first + min(at, last)];
    }
    workgroupBarrier();
    // TODO: what an invocation has made can wait in its registers until everybody has read the old values.
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        // At both ends of the row an element is its own neighbour.
        once[at] = smoothed(loaded[max(at, 1u) - 1u], loaded[at], loaded[min(at + 1u, last)]);
    }
    workgroupBarrier();
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        // At both ends of the row an element is its own neighbour.
        twice[at] = smoothed(once[max(at, 1u) - 1u], once[at], once[min(at + 1u, last)]);
    }
    workgroupBarrier();
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        // At both ends of the row an element is its own neighbour.
        thrice[at] = smoothed(twice[max(at, 1u) - 1u], twice[at], twice[min(at + 1u, last)]);
    }
    workgroupBarrier();
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        if (at <= last) {
            y[first + at] = smoothed(thrice[max(at, 1u) - 1u], thrice[at], thrice[min(at + 1u, last)]);
        }
    }
}
