// Exercise 2: one array, whose new values wait in registers.
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

var<workgroup> row: array<f32, COVER>;

// At both ends of the row an element is its own neighbour.
fn smoothed(at: u32, last: u32) -> f32 {
    return 0.25 * (row[max(at, 1u) - 1u] + 2.0 * row[at] + row[min(at + 1u, last)]);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    if (first >= params.n) {
        return;
    }
    let last = min(COVER, params.n - first) - 1u;
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        row[at] = x[first + min(at, last)];
    }
    workgroupBarrier();
    for (var time = 1u; time < 4u; time++) {
        var next: array<f32, EACH>;
        for (var i = 0u; i < EACH; i++) {
            next[i] = smoothed(local + i * WORKGROUP, last);
        }
        workgroupBarrier();
        for (var i = 0u; i < EACH; i++) {
            row[local + i * WORKGROUP] = next[i];
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < EACH; i++) {
        let at = local + i * WORKGROUP;
        if (at <= last) {
            y[first + at] = smoothed(at, last);
        }
    }
}
