// y = p(x) at the places from `first` to `end`: Horner's rule, eight steps a turn of the loop.
//
// Teaches: a kernel does not know what its launch cost. The variants of this lab run this one file, and differ in what the
// host does around it: how many dispatches share the elements, how each reaches the device, and which copies go with it.
// Builds on: nothing. One element an invocation.
// Expect: a time that follows the number of dispatches, or the bytes of the copies, long before it follows the arithmetic.

struct Params {
    // Elements.
    n: u32,
    // The polynomial's degree, a multiple of eight.
    k: u32,
    // This dispatch's first element, and the one after its last.
    first: u32,
    end: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

const WORKGROUP: u32 = 64u;

fn polynomial(at: f32) -> f32 {
    var sum = 0.45;
    for (var turn = 0u; turn < params.k / 8u; turn++) {
        sum = fma(sum, at, 0.97);
        sum = fma(sum, at, 0.31);
        sum = fma(sum, at, 0.74);
        sum = fma(sum, at, 0.52);
        sum = fma(sum, at, 0.88);
        sum = fma(sum, at, 0.26);
        sum = fma(sum, at, 0.63);
        sum = fma(sum, at, 0.45);
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let i = params.first + number * WORKGROUP + lane;
    if i < params.end {
        y[i] = polynomial(x[i]);
    }
}
