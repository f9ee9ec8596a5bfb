// Compensated: each addition also says what it lost, and that is added up beside the sum.
//
// Teaches: a more exact sum costs arithmetic, which is free if memory takes the time. Without atomics the order
// is the same in every run.
// Builds on: by-tree.wgsl. One workgroup an order: its sum needs nobody else's. A compiler that may calculate as if there were no
// rounding finds that nothing is lost, and leaves it out.
// Expect: an error of one rounding, and more time than by-tree.wgsl: few workgroups.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> totals: array<f32>;

const ORDERS: u32 = 8u;
const WORKGROUP: u32 = 256u;
// Orders of a workgroup.
const EACH: u32 = 1u;

// A sum, and what it lost.
var<workgroup> sums: array<vec2<f32>, WORKGROUP>;

// The rounding error of an addition is a number of f32 itself (Knuth's TwoSum).
fn plus(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let sum = a.x + b.x;
    let of_b = sum - a.x;
    let lost = (a.x - (sum - of_b)) + (b.x - of_b);
    return vec2(sum, a.y + b.y + lost);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let order = group.x;
    let start = order * (params.n / ORDERS + 1u);
    var sum = vec2(0.0, 0.0);
    for (var i = local; i < params.n; i += WORKGROUP) {
        sum = plus(sum, vec2(x[(start + i) % params.n], 0.0));
    }
    sums[local] = sum;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if local < step {
            sums[local] = plus(sums[local], sums[local + step]);
        }
        workgroupBarrier();
    }
    if local == 0u {
        totals[order] = sums[0].x + sums[0].y;
    }
}
