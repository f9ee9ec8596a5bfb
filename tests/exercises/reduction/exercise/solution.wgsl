// Solution of exercise 1: one sum of a subgroup's in registers, one of the workgroup's through workgroup memory, one turn.
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

// No device has subgroups of fewer than 4.
var<workgroup> sums: array<f32, WORKGROUP / 4u>;

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

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    let first = (group.y * groups.x + group.x) * COVER;
    let end = min(first + COVER, params.n);
    var own = 0.0;
    for (var i = first + local; i < end; i += WORKGROUP) {
        let element = x[i];
        own += element * element;
    }
    let sum = subgroupAdd(own);
    if (lane == 0u) {
        sums[subgroup] = sum;
    }
    workgroupBarrier();
    var others = 0.0;
    for (var at = lane; at < subgroups; at += width) {
        others += sums[at];
    }
    let all = subgroupAdd(others);
    if (local == 0u) {
        add(all);
    }
}
