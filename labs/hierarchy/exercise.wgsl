// Exercise 1: find a key in a list, and wait once a step.
//
// Each invocation walks a list from node to node until it meets the key that it wants. A node's key and its link to the next node lie
// in two arrays. The kernel reads the key, compares, and only then reads the link: two loads a step, the second of which waits for
// the first. Neither address needs the other load. What would it cost to ask for both at once, if one of them is sometimes not needed?
//
// The kernel is right, and waits twice as often as it must.
struct Params {
    // Searches.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> wanted: array<u32>;
@group(0) @binding(5) var<storage, read_write> found: array<u32>;

const WORKGROUP: u32 = 128u;
// Searches of a workgroup. The launch is computed from it.
const COVER: u32 = WORKGROUP;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (group.y * groups.x + group.x) * COVER + local; // A launch may have rows: global_invocation_id.x begins anew in each.
    if (i >= params.n) {
        return;
    }
    let mine = wanted[i];
    var at = starts[i];
    // TODO: one wait a step in place of two.
    while (keys[at] != mine) {
        at = links[at];
    }
    found[i] = at;
}
