// By tree: the invocations of a workgroup add up their sums in a tree, and one of them adds to the total.
//
// Teaches: what makes a sum fast also makes it more exact. In a tree numbers of similar size meet, and each is rounded log n times, not n times.
// Builds on: by-atomics.wgsl.
// Expect: the shortest time, and a fraction of the error.
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

var<workgroup> sums: array<f32, WORKGROUP>;

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
    sums[local] = sum;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if local < step {
            sums[local] += sums[local + step];
        }
        workgroupBarrier();
    }
    if local == 0u {
        add(order, sums[0]);
    }
}
