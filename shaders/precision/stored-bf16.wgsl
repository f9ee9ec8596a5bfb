// stored-bf16: the same of values that are the upper half of an f32: 8 bits for the exponent, as f32 has, and 7 digits.
//
// Teaches: the bits that one gives to the exponent are missing in the digits. What is large or small in f32 is so here, too; and a shift widens it.
// Builds on: stored-f16.wgsl. Only how a word is read differs.
// Expect: the time of stored-f16, and eight times its error.
struct Params {
    // Pairs.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(7) var<storage, read> x: array<u32>;
@group(0) @binding(8) var<storage, read> y: array<u32>;
@group(0) @binding(9) var<storage, read_write> dots: array<f32>;

// Pairs of a dot product: a workgroup's.
const PAIRS: u32 = 4096u;
const WORKGROUP: u32 = 256u;

var<workgroup> sums: array<f32, WORKGROUP>;

// The two values of a word.
fn widened(word: u32) -> vec2<f32> {
    return bitcast<vec2<f32>>(vec2(word << 16u, word & 0xffff0000u));
}

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
        let a = widened(x[i]);
        let b = widened(y[i]);
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
