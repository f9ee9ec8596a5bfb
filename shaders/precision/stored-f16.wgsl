// stored-f16: the same of values in 16 bits: 1 for the sign, 5 for the exponent, 10 digits.
//
// Teaches: memory moves bits, and the arithmetic need not. A word has two values, which are widened to f32 before anything is calculated: the
// sum is as exact as before. unpack2x16float needs no feature of the device.
// Builds on: stored-f32.wgsl. Half as many words.
// Expect: half the time where memory takes it, and an error of a few units in the fourth digit, which the values had when they were stored.
struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> x: array<u32>;
@group(0) @binding(5) var<storage, read> y: array<u32>;
@group(0) @binding(6) var<storage, read_write> dots: array<f32>;

// Pairs of a dot product: a workgroup's.
const PAIRS: u32 = 4096u;
const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<f32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = group.y * groups.x + group.x;
    let first = row * PAIRS;
    let end = min(first + PAIRS, params.n);
    var sum = 0.0;
    for (var i = first / 2u + lane; 2u * i < end; i += WORKGROUP) {
        let a = unpack2x16float(x[i]);
        let b = unpack2x16float(y[i]);
        sum = fma(a.x, b.x, sum);
        // The last word may have one pair only.
        if 2u * i + 1u < end {
            sum = fma(a.y, b.y, sum);
        }
    }
    sums[lane] = sum;
    workgroupBarrier();
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        if lane < step {
            sums[lane] += sums[lane + step];
        }
        workgroupBarrier();
    }
    if lane == 0u && first < params.n {
        dots[row] = sums[0];
    }
}
