// As `chains-4`, with four neighbouring elements, read and written as one vector.
//
// Teaches: a wide load moves the same bytes with a quarter of the requests. What is bound by memory does not get
// faster for it; what is bound by instructions does.
// Builds on: chains-4.wgsl.
// Expect: what `chains-4` takes; less on a CPU, whose instructions limit it.

struct Params {
    // Elements.
    n: u32,
    // The polynomial's degree.
    k: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;

// Step number i of Horner's rule uses number i % 16; it begins with the last.
const C: array<f32, 16> = array(
    0.97, 0.31, 0.74, 0.52, 0.88, 0.26, 0.63, 0.45,
    0.91, 0.37, 0.79, 0.58, 0.29, 0.68, 0.42, 0.83,
);

const WORKGROUP: u32 = 256u;

// Sixteen steps, one for each coefficient.
fn sixteen(start: vec4<f32>, at: vec4<f32>) -> vec4<f32> {
    var sum = start;
    sum = fma(sum, at, vec4(C[0]));
    sum = fma(sum, at, vec4(C[1]));
    sum = fma(sum, at, vec4(C[2]));
    sum = fma(sum, at, vec4(C[3]));
    sum = fma(sum, at, vec4(C[4]));
    sum = fma(sum, at, vec4(C[5]));
    sum = fma(sum, at, vec4(C[6]));
    sum = fma(sum, at, vec4(C[7]));
    sum = fma(sum, at, vec4(C[8]));
    sum = fma(sum, at, vec4(C[9]));
    sum = fma(sum, at, vec4(C[10]));
    sum = fma(sum, at, vec4(C[11]));
    sum = fma(sum, at, vec4(C[12]));
    sum = fma(sum, at, vec4(C[13]));
    sum = fma(sum, at, vec4(C[14]));
    return fma(sum, at, vec4(C[15]));
}

// Fewer than sixteen, without an index that varies: for that, the coefficients would have to lie in memory.
fn fewer(start: vec4<f32>, at: vec4<f32>, steps: u32) -> vec4<f32> {
    var sum = start;
    if steps > 0u { sum = fma(sum, at, vec4(C[0])); }
    if steps > 1u { sum = fma(sum, at, vec4(C[1])); }
    if steps > 2u { sum = fma(sum, at, vec4(C[2])); }
    if steps > 3u { sum = fma(sum, at, vec4(C[3])); }
    if steps > 4u { sum = fma(sum, at, vec4(C[4])); }
    if steps > 5u { sum = fma(sum, at, vec4(C[5])); }
    if steps > 6u { sum = fma(sum, at, vec4(C[6])); }
    if steps > 7u { sum = fma(sum, at, vec4(C[7])); }
    if steps > 8u { sum = fma(sum, at, vec4(C[8])); }
    if steps > 9u { sum = fma(sum, at, vec4(C[9])); }
    if steps > 10u { sum = fma(sum, at, vec4(C[10])); }
    if steps > 11u { sum = fma(sum, at, vec4(C[11])); }
    if steps > 12u { sum = fma(sum, at, vec4(C[12])); }
    if steps > 13u { sum = fma(sum, at, vec4(C[13])); }
    if steps > 14u { sum = fma(sum, at, vec4(C[14])); }
    return sum;
}

// Horner's rule, thirty-two steps a turn: a turn's test and branch are shared by that many.
fn polynomial(at: vec4<f32>) -> vec4<f32> {
    var sum = vec4<f32>(C[15]);
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
    if i < (params.n + 3u) / 4u {
        y[i] = polynomial(x[i]);
    }
}
