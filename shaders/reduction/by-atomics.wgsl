// By atomics: an invocation adds up 16 numbers, and then adds its sum to the total, which others do at the same time.
//
// Teaches: there is no atomic addition of f32 in WGSL; there is compare and exchange. Who comes first decides the order of the
// additions, and so the roundings: on a GPU two runs may differ in their last digits.
// Builds on: one-by-one.wgsl, whose sum 256 invocations of each workgroup share out.
// Expect: less time, though invocations queue, and less error: most additions are of small numbers.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
// The bits of f32; zero at first.
@group(0) @binding(2) var<storage, read_write> totals: array<atomic<u32>>;

const ORDERS: u32 = 8u;
const WORKGROUP: u32 = 256u;
const COVER: u32 = 16u * WORKGROUP;
// Orders of a workgroup.
const EACH: u32 = 1u;

// Adds to the total of an order: anew, where somebody was faster.
fn add(order: u32, value: f32) {
    var old = atomicLoad(&totals[order]);
    loop {
        let tried = atomicCompareExchangeWeak(&totals[order], old, bitcast<u32>(bitcast<f32>(old) + value));
        if tried.exchanged {
            break;
        }
        old = tried.old_value;
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let order = group.y;
    let start = order * (params.n / ORDERS + 1u);
    let end = min((group.x + 1u) * COVER, params.n);
    var sum = 0.0;
    for (var i = group.x * COVER + local; i < end; i += WORKGROUP) {
        sum += x[(start + i) % params.n];
    }
    add(order, sum);
}
