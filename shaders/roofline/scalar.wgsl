// y = p(x) at n places: a polynomial of degree k by Horner's rule, k multiply-adds for the 8 bytes of an element.
//
// Teaches: while memory is slower than arithmetic, one more step costs nothing. The time stays where it is until k reaches
// four times the ridge, and grows with k from there on.
// Builds on: nothing. One element an invocation.
// Expect: a flat stretch at the rate of a copy, a knee, and a line.

struct Params {
    // Elements.
    n: u32,
    // The polynomial's degree.
    k: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

// Step number i of Horner's rule uses number i % 16; it begins with the last.
const C: array<f32, 16> = array(
    0.97, 0.31, 0.74, 0.52, 0.88, 0.26, 0.63, 0.45,
    0.91, 0.37, 0.79, 0.58, 0.29, 0.68, 0.42, 0.83,
);

const WORKGROUP: u32 = 256u;

// Sixteen steps, one for each coefficient.
fn sixteen(start: f32, at: f32) -> f32 {
    var sum = start;
    sum = fma(sum, at, C[0]);
    sum = fma(sum, at, C[1]);
    sum = fma(sum, at, C[2]);
    sum = fma(sum, at, C[3]);
    sum = fma(sum, at, C[4]);
    sum = fma(sum, at, C[5]);
    sum = fma(sum, at, C[6]);
    sum = fma(sum, at, C[7]);
    sum = fma(sum, at, C[8]);
    sum = fma(sum, at, C[9]);
    sum = fma(sum, at, C[10]);
    sum = fma(sum, at, C[11]);
    sum = fma(sum, at, C[12]);
    sum = fma(sum, at, C[13]);
    sum = fma(sum, at, C[14]);
    return fma(sum, at, C[15]);
}

// Fewer than sixteen, without an index that varies: for that, the coefficients would have to lie in memory.
fn fewer(start: f32, at: f32, steps: u32) -> f32 {
    var sum = start;
    if steps > 0u { sum = fma(sum, at, C[0]); }
    if steps > 1u { sum = fma(sum, at, C[1]); }
    if steps > 2u { sum = fma(sum, at, C[2]); }
    if steps > 3u { sum = fma(sum, at, C[3]); }
    if steps > 4u { sum = fma(sum, at, C[4]); }
    if steps > 5u { sum = fma(sum, at, C[5]); }
    if steps > 6u { sum = fma(sum, at, C[6]); }
    if steps > 7u { sum = fma(sum, at, C[7]); }
    if steps > 8u { sum = fma(sum, at, C[8]); }
    if steps > 9u { sum = fma(sum, at, C[9]); }
    if steps > 10u { sum = fma(sum, at, C[10]); }
    if steps > 11u { sum = fma(sum, at, C[11]); }
    if steps > 12u { sum = fma(sum, at, C[12]); }
    if steps > 13u { sum = fma(sum, at, C[13]); }
    if steps > 14u { sum = fma(sum, at, C[14]); }
    return sum;
}

// Horner's rule, thirty-two steps a turn: a turn's test and branch are shared by that many.
fn polynomial(at: f32) -> f32 {
    var sum = C[15];
    for (var turn = 0u; turn < params.k / 32u; turn++) {
        sum = sixteen(sum, at);
        sum = sixteen(sum, at);
    }
    if params.k % 32u >= 16u {
        sum = sixteen(sum, at);
    }
    return fewer(sum, at, params.k % 16u);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = workgroup.y * workgroups.x + workgroup.x;
    let i = number * WORKGROUP + lane;
    if i < params.n {
        y[i] = polynomial(x[i]);
    }
}
