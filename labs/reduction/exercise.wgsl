// Exercise 1: the squared length of a vector: the sum of x[i] * x[i] over all of its elements.
//
// There are no atomic additions of f32: `add` reads the total, adds, and writes it back if nobody was faster, else tries again. Here
// every invocation calls it with its own sum, 256 of a workgroup, one after the other. But the invocations of a workgroup can agree
// on one sum first, and take one turn.
//
// The kernel is right, and slow. Let a workgroup take one turn at the total, with two barriers at most.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
// The bits of an f32; zero at first.
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

// Invocations of a workgroup, elements of an invocation, elements of a workgroup. The launch is computed from COVER.
const WORKGROUP: u32 = 256u;
const ITEMS: u32 = 16u;
const COVER: u32 = WORKGROUP * ITEMS;

// TODO: workgroup memory for what the subgroups find: no device has subgroups of fewer than 4.

// Adds to the total.
fn add(value: f32) {
    var old = atomicLoad(&total);
    loop {
        let tried = atomicCompareExchangeWeak(&total, old, bitcast<u32>(bitcast<f32>(old) + value));
        if (tried.exchanged) {
            break;
        }
        old = tried.old_value;
    }
}

// TODO: subgroup_invocation_id, subgroup_id, num_subgroups and subgroup_size are there to be asked for.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER; // A launch may have rows: global_invocation_id.x begins anew in each.
    let end = min(first + COVER, params.n);
    var own = 0.0;
    for (var i = first + local; i < end; i += WORKGROUP) {
        let element = x[i];
        own += element * element;
    }
    // TODO: not every invocation: make one sum of a subgroup's, then one of the workgroup's, and add that.
    add(own);
}
