// One by one: an invocation adds up all n numbers, one after the other.
//
// Teaches: what a loop on a processor does, and what many believe to be exact. Each addition rounds a sum that has grown large.
// Builds on: nothing. A workgroup of one invocation for each of eight orders: order r begins at another element, and goes round.
// Expect: the longest time, and the largest error.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> totals: array<f32>;

const ORDERS: u32 = 8u;
// Orders of a workgroup.
const EACH: u32 = 1u;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3<u32>) {
    let order = group.x;
    let start = order * (params.n / ORDERS + 1u);
    var sum = 0.0;
    for (var i = 0u; i < params.n; i++) {
        sum += x[(start + i) % params.n];
    }
    totals[order] = sum;
}
